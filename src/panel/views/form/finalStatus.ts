import type { ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { canChangeStatus, statusField } from "../../../core/validation/transitions.ts";

type Endings = Pick<ResourceDescriptor, "remove" | "softDelete">;

/** The field and value that terminate a record. */
export function finalStatusOf({
  remove,
  softDelete,
}: Endings): { readonly field: string; readonly value: string } | undefined {
  return remove.by === "status" ? remove : softDelete;
}

/** Whether saving `next` over `record` terminates it. */
export function setsFinalStatus(descriptor: Endings, next: WireRecord, record: WireRecord | undefined): boolean {
  const end = finalStatusOf(descriptor);
  return end !== undefined && next[end.field] === end.value && record?.[end.field] !== end.value;
}

/** The resource for create forms: without final states. */
export function withoutFinalStatus(descriptor: ResourceDescriptor): ResourceDescriptor {
  const end = finalStatusOf(descriptor);
  return end ? withChoices(descriptor, end.field, (value) => value !== end.value) : descriptor;
}

/** The resource for this record's edit form: only the states it may enter. A final record keeps its own. */
export function withAllowedStatuses(descriptor: ResourceDescriptor, record: WireRecord): ResourceDescriptor {
  const field = statusField(descriptor);
  return withChoices(
    descriptor,
    field,
    (value) => value === record[field] || canChangeStatus(descriptor, record, String(value)),
  );
}

function withChoices(
  descriptor: ResourceDescriptor,
  name: string,
  isOffered: (value: string | number) => boolean,
): ResourceDescriptor {
  const fields = descriptor.fields.map((field) =>
    field.name === name && field.enum ? { ...field, enum: field.enum.filter(isOffered) } : field,
  );
  return { ...descriptor, fields };
}
