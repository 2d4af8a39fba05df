import type { ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";

type Endings = Pick<ResourceDescriptor, "remove" | "removedStatus">;

/** The field and value that mean "gone": a record that gets it is terminated. */
export function endOf({
  remove,
  removedStatus,
}: Endings): { readonly field: string; readonly value: string } | undefined {
  return remove.by === "status" ? remove : removedStatus;
}

/** Whether saving `next` over `record` ends it. */
export function endsRecord(descriptor: Endings, next: WireRecord, record: WireRecord | undefined): boolean {
  const end = endOf(descriptor);
  return end !== undefined && next[end.field] === end.value && record?.[end.field] !== end.value;
}

/** The resource as a form for new records sees it: nobody creates what is over already. */
export function withoutEnd(descriptor: ResourceDescriptor): ResourceDescriptor {
  const end = endOf(descriptor);
  if (!end) return descriptor;
  const fields = descriptor.fields.map((field) =>
    field.name === end.field ? { ...field, enum: field.enum?.filter((value) => value !== end.value) } : field,
  );
  return { ...descriptor, fields };
}
