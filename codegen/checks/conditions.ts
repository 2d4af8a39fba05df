import type { Path, Report } from "../diagnostics.ts";
import { fieldAt, type ResourceModel } from "../model.ts";
import type { Condition } from "../schemaTypes.ts";
import { expectPath, type Resources } from "./paths.ts";
import { valueError } from "./values.ts";

/** A condition must read fields that exist, and compare them with values that they can have. */
export function checkCondition(
  condition: Condition,
  resource: ResourceModel,
  resources: Resources,
  path: Path,
  report: Report,
): void {
  for (const [key, compared] of Object.entries(condition)) {
    const here = [...path, key];
    if (key === "$mode") continue;
    if (key === "anyOf") {
      for (const [index, part] of (compared as Condition[]).entries())
        checkCondition(part, resource, resources, [...here, index], report);
      continue;
    }
    const field = expectPath(key, resource, resources, here, report);
    if (!field) continue;
    if (key.includes(".") && isThroughList(key, resource, resources)) {
      report(here, `"${key}" is inside a list`, "a field with one value per record");
      continue;
    }
    if (typeof field.computed === "string") {
      report(here, `"${key}" is computed by an expression, which conditions do not read`, "a field of the expression");
      continue;
    }
    for (const value of valuesOf(compared)) {
      const message = value === null ? undefined : valueError(field, value);
      if (message) report(here, ...message);
    }
  }
}

function isThroughList(path: string, { name }: ResourceModel, resources: Resources): boolean {
  const steps = path.split(".");
  return steps.slice(1).some((_, index) => {
    const field = fieldAt(resources, name, steps.slice(0, index + 1).join("."));
    return field?.schema.type === "array";
  });
}

/** A value, a list of values, or either of them inside `not`. */
function valuesOf(compared: unknown): unknown[] {
  if (Array.isArray(compared)) return compared;
  if (typeof compared === "object" && compared !== null) return valuesOf((compared as { not: unknown }).not);
  return [compared];
}
