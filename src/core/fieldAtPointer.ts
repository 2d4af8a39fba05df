import type { FieldDescriptor } from "./descriptor.ts";

/** The field behind a pointer, whose numbers are positions in lists. */
export function fieldAtPointer(fields: readonly FieldDescriptor[], pointer: string): FieldDescriptor | undefined {
  const [name, ...rest] = pointer.split("/").filter((part) => part !== "" && !/^\d+$/.test(part));
  const field = fields.find((candidate) => candidate.name === name);
  return rest.length === 0 ? field : fieldAtPointer(field?.fields ?? [], `/${rest.join("/")}`);
}
