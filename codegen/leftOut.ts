import type { HandWritten } from "./handWritten.ts";
import type { FieldModel, ResourceModel } from "./model.ts";
import type { Problem } from "./problems.ts";

/** Resource -> field -> why it is not in the schema. */
export type LeftOut = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function leftOutOf({ leftOut }: Pick<HandWritten, "leftOut">): LeftOut {
  return leftOut.data as LeftOut;
}

/** What is said to be left out must not be there. */
export function checkLeftOut({ leftOut }: HandWritten, resources: readonly ResourceModel[]): Problem[] {
  return Object.entries(leftOutOf({ leftOut })).flatMap(([name, reasons]) => {
    const resource = resources.find((candidate) => candidate.name === name);
    if (!resource) return [];
    return Object.entries(reasons).flatMap(([field, reason]): Problem[] => {
      const place = leftOut.at([name, field]);
      if (reason.trim() === "") return [{ ...place, message: `${name}.${field} is left out without a reason` }];
      return isThere(resource, field)
        ? [{ ...place, message: `${name}.${field} is not left out: the schema has it`, hint: "take the entry away" }]
        : [];
    });
  });
}

/** A field, one inside a field (`a.b`), a filter (`filter:a`) or a column to sort by (`order:a`). */
function isThere({ fields, filters }: ResourceModel, name: string): boolean {
  if (name.startsWith("filter:")) return filters.some((filter) => `filter:${filter.name}` === name);
  if (name.startsWith("order:")) return fields.some((field) => `order:${field.name}` === name && !field.computed);
  const [first, ...rest] = name.split(".");
  let found: FieldModel | undefined = fields.find((field) => field.name === first);
  for (const part of rest) found = found?.fields?.find((field) => field.name === part);
  return found !== undefined && !found.internal;
}
