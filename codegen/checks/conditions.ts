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

/**
 * Fields that appear or are required by each other's values: nobody can begin. Conditions on an empty field are none of
 * these, as of one or the other.
 */
export function checkCycles({ fields }: ResourceModel, report: Report): void {
  const conditions = fields.flatMap(({ name, when, requiredWhen }) =>
    Object.entries({ when, requiredWhen }).map(([keyword, condition]) => [name, keyword, sources(condition)] as const),
  );
  const needed = new Map<string, string[]>();
  for (const [name, , from] of conditions) needed.set(name, [...(needed.get(name) ?? []), ...from]);
  const reported = new Set<string>();
  for (const [name, keyword, from] of conditions)
    for (const other of from) {
      const way = other === name ? undefined : findWayBack([other], name, (field) => needed.get(field) ?? []);
      const cycle = [name, ...(way ?? [])].toSorted().join();
      if (!way || reported.has(cycle)) continue;
      reported.add(cycle);
      report(
        ["properties", name, "x-field", keyword],
        `${[name, ...way, name].join(" depends on ")}`,
        "a condition that does not come back to its field",
      );
    }
}

/** Fields that continue a way until one of them depends on `target`, those of the way first; undefined if there are none. */
export function findWayBack(
  way: readonly string[],
  target: string,
  dependenciesOf: (name: string) => readonly string[],
): readonly string[] | undefined {
  for (const next of dependenciesOf(way.at(-1) ?? "")) {
    if (next === target) return way;
    const further = way.includes(next) ? undefined : findWayBack([...way, next], target, dependenciesOf);
    if (further) return further;
  }
  return undefined;
}

/** Fields that must have a value for the condition to hold. */
function sources(condition: Condition = {}): string[] {
  return Object.entries(condition).flatMap(([key, compared]) => {
    if (key === "anyOf") return (compared as Condition[]).flatMap(sources);
    return key === "$mode" || valuesOf(compared).includes(null) ? [] : [key.split(".")[0] ?? ""];
  });
}
