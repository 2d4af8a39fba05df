import type { ResourceDescriptor, Right, WireRecord } from "../../../core/descriptor.ts";
import type { Access } from "../../providers/FactsContext.tsx";

/** What is done with records of this kind, but not by this person with this one. */
export function missingRights(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can">,
  record: WireRecord,
): Right[] {
  const { operations, remove } = descriptor;
  const removal = remove.by === "status" ? "update" : "delete";
  const offered: readonly Right[] = [
    ...(operations.includes("update") ? (["update"] as const) : []),
    ...(operations.includes(removal) ? (["delete"] as const) : []),
  ];
  return offered.filter((right) => !access.can(descriptor, right, { record }));
}
