import { use } from "react";
import type { FieldDescriptor, ResourceDescriptor } from "../../../core/descriptor.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { loadResource, summaryOf } from "../../providers/resources.ts";

export interface FileOwner {
  /** Its query parameter. */
  readonly parameter: string;
  readonly field: FieldDescriptor;
  /** The URL does not name it, and the user may choose among several. */
  readonly isAsked: boolean;
}

/** The owner of a resource's file records: undefined where there is none. */
export function useOwner({ csv, fields }: ResourceDescriptor, parentId: string | undefined): FileOwner | undefined {
  const access = useAccess();
  const [head = "", behind] = csv?.owner?.split(".") ?? [];
  const own = fields.find(({ name }) => name === head);
  const other = behind && own?.reference ? use(loadResource(own.reference.resource)).descriptor.fields : [];
  const field = behind ? other.find(({ name }) => name === behind) : own;
  if (!field?.reference) return undefined;
  const isAsked = parentId === undefined && access.can(summaryOf(field.reference.resource), "read");
  return { parameter: field.name, field, isAsked };
}
