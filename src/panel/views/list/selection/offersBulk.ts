import type { ResourceDescriptor } from "../../../../core/descriptor.ts";
import type { Access } from "../../../providers/FactsContext.tsx";
import { isBulkField } from "./bulkField.ts";

/**
 * Whether the user has any bulk action on this resource. All that the first page of a list needs; `bulkActions` names
 * them once something is selected.
 */
export function offersBulk(descriptor: ResourceDescriptor, access: Pick<Access, "can">): boolean {
  const { operations, remove, fields, bulk: named, settingsOf } = descriptor;
  const removal = remove.by === "status" ? "update" : "delete";
  return (
    (operations.includes("update") &&
      (named !== undefined ||
        (settingsOf === undefined && fields.some((field) => isBulkField(descriptor, access, field)))) &&
      access.can(descriptor, "update")) ||
    (operations.includes(removal) && access.can(descriptor, "delete"))
  );
}
