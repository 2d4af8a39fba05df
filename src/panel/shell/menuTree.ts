import type { ResourceSummary } from "../../core/descriptor.ts";

export interface MenuEntry {
  readonly resource: string;
  readonly label: string;
  readonly icon: string;
  readonly address: string;
}

export interface MenuGroup {
  readonly name: string;
  readonly entries: readonly MenuEntry[];
}

const groupOrder = ["settings", "tools", "monitoring", "documentation"];

export interface MenuWords {
  readonly labelOf: (resource: string) => string;
  readonly addressOf: (resource: string) => string | null;
  /** Whether the person may open the resource's list here. */
  readonly isOpen: (summary: ResourceSummary) => boolean;
}

/** The menu from the resources that have a place in it; groups without an entry are left out. */
export function buildMenu(summaries: readonly ResourceSummary[], words: MenuWords): MenuGroup[] {
  const placed = summaries
    .filter((summary) => summary.menu && words.isOpen(summary))
    .sort((one, other) => (one.menu?.order ?? 0) - (other.menu?.order ?? 0));
  return groupOrder
    .map((name) => ({
      name,
      entries: placed.flatMap(({ name: resource, icon, menu }) => {
        const address = words.addressOf(resource);
        return menu?.group === name && address ? [{ resource, icon, address, label: words.labelOf(resource) }] : [];
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Entries whose label has every typed word in it. */
export function searchMenu(groups: readonly MenuGroup[], text: string): MenuGroup[] {
  return groups
    .map(({ name, entries }) => ({ name, entries: entries.filter(({ label }) => matchesWords(label, text)) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Whether a label has every typed word in it, whatever the case. */
export function matchesWords(label: string, text: string): boolean {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => label.toLocaleLowerCase().includes(word));
}
