import type { CompositePart } from "../src/core/schema/descriptor.ts";
import type { FieldModel, ResourceModel } from "./model.ts";

/** Records made after another at a time, unless the schema says otherwise. */
const DEFAULT_MAX_ITEMS = 10;

/** The parts of `x-resource.composite`; invalid ones, which a check reports, are left out. */
export function toCompositeParts(
  resource: ResourceModel,
  resources: ReadonlyMap<string, ResourceModel>,
): CompositePart[] | undefined {
  const { composite } = resource.x;
  return (
    composite &&
    Object.entries(composite).flatMap(
      ([name, { fields, reference, maxItems = DEFAULT_MAX_ITEMS }]): CompositePart[] => {
        const before = resource.fields.find((field) => field.name === name)?.reference?.resource;
        if (before !== undefined)
          return [{ name, created: "before", resource: before, reference: name, fields, maxItems: 1 }];
        const [first, ...further] = referencesTo(resource, resources.get(name)).filter(
          (field) => reference === undefined || field.name === reference,
        );
        return first && further.length === 0
          ? [{ name, created: "after", resource: name, reference: first.name, fields, maxItems }]
          : [];
      },
    )
  );
}

/** The writable references from records of `target` to one of `resource`. */
export function referencesTo({ name }: ResourceModel, target: ResourceModel | undefined): FieldModel[] {
  return (target?.fields ?? []).filter(
    ({ kind, reference, readOnly, internal }) =>
      kind === "reference" && reference?.resource === name && !readOnly && !internal,
  );
}
