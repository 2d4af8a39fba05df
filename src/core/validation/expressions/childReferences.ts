import type { FieldDescriptor, ResourceDescriptor } from "../../schema/descriptor.ts";

type Parent = ResourceDescriptor["parent"];
type ChildField = Pick<FieldDescriptor, "name" | "computed"> & {
  readonly kind: string;
  readonly reference?: { readonly resource: string };
};

/** The stored references of a child to a resource: the one to its parent, else all, of which expressions take the only one. */
export function childReferences(resource: string, fields: readonly ChildField[], parent: Parent): readonly string[] {
  const names = fields
    .filter(({ kind, reference, computed }) => kind === "reference" && reference?.resource === resource && !computed)
    .map(({ name }) => name);
  const ofParent = parent?.resource === resource ? parent.reference : undefined;
  return ofParent !== undefined && names.includes(ofParent) ? [ofParent] : names;
}
