import { use } from "react";
import type { FieldDescriptor, ResourceDescriptor } from "../../../core/descriptor.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { loadResource, summaryOf } from "../../providers/resources.ts";

export interface FileOwner {
  /** Query parameter that says it. */
  readonly parameter: string;
  readonly field: FieldDescriptor;
  /** The address does not say it, and the person could name several. */
  readonly isAsked: boolean;
}

/** Whose the records of a resource's files are: undefined where they are nobody's. */
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
