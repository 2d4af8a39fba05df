import { use } from "react";
import type { FieldDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { loadResource } from "../../providers/resources.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";

export interface FileOwner {
  /** Its query parameter. */
  readonly parameter: string;
  readonly field: FieldDescriptor;
  /** The URL does not name it, and the user may choose among several. */
  readonly isAsked: boolean;
}

/** The names of a file's columns, as this user writes it. */
export function fileColumns({ csv }: ResourceDescriptor, owner: FileOwner | undefined): readonly string[] {
  const names = (csv?.columns ?? []).map(({ name }) => name);
  return csv?.ownerColumn && csv.owner !== undefined && !owner ? [csv.owner, ...names] : names;
}

/** The owner of a resource's file records: undefined where there is none. */
export function useFileOwner({ csv, fields }: ResourceDescriptor, parentId: string | undefined): FileOwner | undefined {
  const access = useAccess();
  const [first = "", behind] = csv?.owner?.split(".") ?? [];
  const ownerField = fields.find(({ name }) => name === first);
  const other =
    behind && ownerField?.reference ? use(loadResource(ownerField.reference.resource)).descriptor.fields : [];
  const field = behind ? other.find(({ name }) => name === behind) : ownerField;
  if (!field?.reference) return undefined;
  const isAsked = parentId === undefined && access.can(summaryOf(field.reference.resource), "read");
  // Each line names its own.
  if (isAsked && csv?.ownerColumn) return undefined;
  return { parameter: field.name, field, isAsked };
}
