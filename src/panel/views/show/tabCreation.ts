import type { ResourceDescriptor, TabContent, WireRecord } from "../../../core/schema/descriptor.ts";
import { parentParameter, presetQuery } from "../../kinds/reference/presets.ts";

/** The create form for a new record in a tab's list. */
interface TabCreation {
  readonly parentId: string | number | undefined;
  /** Known values of the new record: `?customer_id=4`. */
  readonly query: string;
  readonly variant: string | undefined;
}

/**
 * Finds the create form for the list in a tab of `record`; undefined where its form could not know whose it is, so
 * that it would not be in the list. `descriptor` is that of the list.
 */
export function tabCreation(
  content: Extract<TabContent, { kind: "list" }>,
  descriptor: ResourceDescriptor,
  owner: string,
  record: WireRecord,
): TabCreation | undefined {
  const { target, source, filter, createVariant: variant } = content;
  const id = record[source];
  if (typeof id !== "number" && typeof id !== "string") return undefined;
  const owns = descriptor.parent?.reference === target;
  const parameter = parentParameter(descriptor, owner, content);
  if (!owns && parameter === undefined) return undefined;
  const parent = parameter === undefined ? {} : { [parameter]: record.id ?? null };
  return {
    parentId: descriptor.parent && !owns ? undefined : id,
    query: owns ? "" : presetQuery(descriptor, { ...filter, ...parent }),
    variant,
  };
}
