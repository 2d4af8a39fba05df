import type { ResourceDescriptor } from "../../../../core/descriptor.ts";
import type { Access } from "../../../providers/FactsContext.tsx";

/**
 * Whether the user has any bulk action on this resource. All that the first page of a list needs; `bulkActions` names
 * them once something is selected.
 */
export function offersBulk(descriptor: ResourceDescriptor, access: Pick<Access, "can">): boolean {
  const { operations, remove, fields, bulk: named } = descriptor;
  const removal = remove.by === "status" ? "update" : "delete";
  return (
    (operations.includes("update") &&
      (named !== undefined || fields.some(({ inline, bulk }) => inline || bulk)) &&
      access.can(descriptor, "update")) ||
    (operations.includes(removal) && access.can(descriptor, "delete"))
  );
}
