import type { ChildDescriptor, ResourceDescriptor } from "../../../core/descriptor.ts";
import type { Access } from "../../providers/FactsContext.tsx";
import { pendingOf, summaryOf } from "../../providers/resources.ts";
import { nameKey } from "../../resource/labels.ts";
import type { OwnTab } from "./override.ts";

export interface DetailsTab {
  /** Last part of the address; absent: the record itself. */
  readonly path?: string;
  readonly labelKey: string;
  readonly child?: ChildDescriptor;
  readonly own?: OwnTab;
}

export const journalPath = "journal";

/** The parts of a record's page that this person may see on this platform. */
export function detailsTabs(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can" | "findLack">,
  own: readonly OwnTab[] = [],
): DetailsTab[] {
  const children = descriptor.children.filter(({ resource }) => {
    const summary = summaryOf(resource);
    return access.can(summary, "read") && access.findLack(summary) === null;
  });
  // A hand-written part stands in for the list of the same address.
  const lists = children.filter(({ path }) => own.every((tab) => tab.path !== path));
  const hasJournal = descriptor.journal && access.can(pendingOf("journals"), "read");
  return [
    { labelKey: "views.details.overview" },
    ...own.map((tab) => ({ path: tab.path, labelKey: tab.labelKey, own: tab })),
    ...lists.map((child) => ({ path: child.path, labelKey: nameKey(child.resource), child })),
    ...(hasJournal ? [{ path: journalPath, labelKey: "views.details.journal" }] : []),
  ];
}
