import type { FieldDescriptor, ResourceDescriptor } from "../../../../core/descriptor.ts";

/** The fields that people change, in the order of the form; what the platform keeps by itself is nobody's change. */
export function comparedFields({ fields, groups }: Pick<ResourceDescriptor, "fields" | "groups">): FieldDescriptor[] {
  const order = groups.flatMap((group) => group.fields);
  const place = ({ name }: FieldDescriptor) => (order.includes(name) ? order.indexOf(name) : order.length);
  return fields
    .filter(({ internal, readOnly }) => !internal && !readOnly)
    .sort((one, other) => place(one) - place(other));
}
