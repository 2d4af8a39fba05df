import { ruleNames } from "../src/core/schema/descriptor.ts";
import { flatKey } from "../src/core/schema/texts.ts";
import { memoize } from "../src/core/values/memoize.ts";
import { templatePaths } from "../src/core/values/recordTitle.ts";
import type { FieldModel, ResourceModel } from "./model.ts";

/** Message keys of all labels, enum values and headings of a resource. */
export function messageKeysOf(resource: ResourceModel): string[] {
  return labelKeysOf(resource).map((key) => `resources.${resource.name}.${key}`);
}

/** The same keys within the resource's own file, such as `fields.vat_rate`. */
export const labelKeysOf = memoize((resource: ResourceModel): readonly string[] => {
  const keys = ["name", ...(resource.operations.includes("create") ? ["actions.create"] : []), "actions.remove"];
  for (const action of Object.keys(resource.x.bulkActions ?? {})) keys.push(`actions.${action}`);
  for (const [name, { confirm }] of Object.entries(resource.x.actions ?? {}))
    keys.push(`actions.${name}`, ...(confirm ? [`actions.${name}_confirm`] : []));
  const visit = (field: FieldModel, prefix: string) => {
    if (field.internal || field.name === "number_id") return;
    const flat = prefix ? `${prefix}_${field.name}` : field.name;
    keys.push(`fields.${flat}`);
    for (const value of field.schema.enum ?? []) keys.push(`enums.${flat}.${value}`);
    for (const nested of field.fields ?? []) visit(nested, flat);
  };
  for (const field of resource.fields) visit(field, "");
  for (const column of resource.columns) {
    if (column.source.includes(".")) keys.push(`fields.${flatKey(column.source)}`);
  }
  // The search box names what it searches; what the title comes from has the name of the resource.
  for (const source of resource.x.list.searchFields ?? []) {
    if (source.includes(".") && !templatePaths(resource.x.recordRepresentation).includes(source))
      keys.push(`fields.${flatKey(source)}`);
  }
  for (const source of resource.x.csv?.columns ?? []) {
    if (source.includes(".")) keys.push(`fields.${flatKey(source)}`);
  }
  for (const { name, fields } of resource.groups) if (fields.length > 0) keys.push(`groups.${name}`);
  for (const variant of Object.keys(resource.x.variants ?? {})) keys.push(`variants.${variant}`);
  for (const [filter, { source }] of Object.entries(resource.x.filters ?? {})) {
    // A filter named like its field uses the label of the field.
    if (filter !== source) keys.push(`filters.${filter}`);
  }
  return [...new Set(keys)];
});

/** Texts that all resources may have. */
const OPTIONAL = ["empty", "actions.add", "remove.text", "remove.done"];

/** All texts that a resource has or may have, by key within its file. */
export function knownTexts(resource: ResourceModel): ReadonlySet<string> {
  const ofField = (path: string) => [
    `fields.${path}`,
    `help.${path}`,
    ...ruleNames.map((rule) => `errors.${path}.${rule}`),
  ];
  return new Set([...OPTIONAL, ...labelKeysOf(resource), ...flatPaths(resource.fields).flatMap(ofField)]);
}

function flatPaths(fields: readonly FieldModel[]): string[] {
  return fields.flatMap(({ path, fields: inner = [] }) => [path.join("_"), ...flatPaths(inner)]);
}
