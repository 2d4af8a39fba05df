import type { FieldModel, ResourceModel } from "../../codegen/model.ts";
import { type Problem, problemAt } from "../../codegen/problems.ts";
import type { HandWritten } from "./handWritten.ts";

/** Resource -> field -> why the schema leaves it out. */
export type LeftOut = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function leftOutOf({ leftOut }: Pick<HandWritten, "leftOut">): LeftOut {
  return leftOut.data as LeftOut;
}

/** Fields listed as left out must not be in the schema. */
export function checkLeftOut({ leftOut }: HandWritten, resources: readonly ResourceModel[]): Problem[] {
  return Object.entries(leftOutOf({ leftOut })).flatMap(([name, reasons]) => {
    const resource = resources.find((candidate) => candidate.name === name);
    if (!resource) return [];
    return Object.entries(reasons).flatMap(([field, reason]): Problem[] => {
      const place = leftOut.at([name, field]);
      if (reason.trim() === "")
        return [problemAt(place, [`${name}.${field} is left out without a reason`, "a sentence"])];
      return exists(resource, field)
        ? [problemAt(place, [`${name}.${field} is listed as left out, but the schema has it`, "no entry"])]
        : [];
    });
  });
}

/** A field, a nested field (`a.b`), a filter (`filter:a`) or a sort column (`order:a`). */
function exists({ fields, filters }: ResourceModel, name: string): boolean {
  if (name.startsWith("filter:")) return filters.some((filter) => `filter:${filter.name}` === name);
  if (name.startsWith("order:")) return fields.some((field) => `order:${field.name}` === name && !field.computed);
  const [first, ...rest] = name.split(".");
  let found: FieldModel | undefined = fields.find((field) => field.name === first);
  for (const part of rest) found = found?.fields?.find((field) => field.name === part);
  return found !== undefined && !found.internal;
}
