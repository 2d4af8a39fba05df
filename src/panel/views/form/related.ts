import { conditionPaths } from "../../../core/conditions.ts";
import type { FieldDescriptor, ResourceDescriptor } from "../../../core/descriptor.ts";

/** A record that conditions or filters of the form look into, and how to reach it. */
export interface RelatedSource {
  /** Field that refers to it, `contact_id`. */
  readonly field: string;
  readonly resource: string;
  /** What must be expanded in it: `reseller_id` for `contact_id.reseller_id.name`. */
  readonly expand: readonly string[];
}

/** The references that the form has to look behind: those that its conditions and its pickers' filters name. */
export function relatedSources({ fields }: Pick<ResourceDescriptor, "fields">): RelatedSource[] {
  const expands = new Map<string, Set<string>>();
  for (const path of relatedPaths(fields)) {
    const [field = "", ...rest] = path.split(".");
    const known = expands.get(field) ?? new Set<string>();
    if (rest.length > 1) known.add(rest.slice(0, -1).join("."));
    expands.set(field, known);
  }
  return [...expands].flatMap(([name, expand]) => {
    const reference = fields.find((field) => field.name === name)?.reference;
    return reference ? [{ field: name, resource: reference.resource, expand: [...expand] }] : [];
  });
}

/** Every path behind a reference that some condition or filter reads. */
export function relatedPaths(fields: readonly FieldDescriptor[]): string[] {
  const conditions = fields.flatMap(({ when, requiredWhen }) =>
    [when, requiredWhen].filter((one) => one !== undefined),
  );
  return [
    ...new Set([
      ...conditions.flatMap((condition) => conditionPaths(condition, fields).related),
      ...filterPaths(fields).filter((path) => path.includes(".")),
    ]),
  ];
}

/** Fields of the record itself that decide what is shown or required. */
export function decidingFields(fields: readonly FieldDescriptor[]): string[] {
  const conditions = fields.flatMap(({ when, requiredWhen }) =>
    [when, requiredWhen].filter((one) => one !== undefined),
  );
  const paths = conditions.flatMap((condition) => conditionPaths(condition, fields).own);
  return [...new Set(paths.map((path) => path.split(".")[0] ?? path))];
}

function filterPaths(fields: readonly FieldDescriptor[]): string[] {
  return fields.flatMap(({ reference, fields: parts = [] }) => [
    ...Object.values(reference?.filter ?? {}).flatMap((value) =>
      typeof value === "string" && value.startsWith("$") ? [value.slice(1)] : [],
    ),
    ...filterPaths(parts),
  ]);
}
