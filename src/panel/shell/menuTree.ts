import type { ResourceSummary } from "../../core/descriptor.ts";

export interface MenuEntry {
  /** Unique in the menu: a resource's name, or a page's address. */
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly address: string;
  /** What a click opens in a new window instead. */
  readonly opens?: string | undefined;
}

export interface MenuGroup {
  readonly name: string;
  readonly entries: readonly MenuEntry[];
}

/** An entry with its place: those of a group stand in their order. */
export interface PlacedEntry extends MenuEntry {
  readonly group: string;
  readonly order: number;
}

const groupOrder = ["settings", "tools", "monitoring", "documentation"];

export interface MenuWords {
  readonly labelOf: (resource: string) => string;
  readonly addressOf: (resource: string) => string | null;
  /** Whether the person may open the resource's list here. */
  readonly isOpen: (summary: ResourceSummary) => boolean;
}

/** The menu from the resources that have a place in it and from other pages; groups without an entry are left out. */
export function buildMenu(
  summaries: readonly ResourceSummary[],
  words: MenuWords,
  others: readonly PlacedEntry[] = [],
): MenuGroup[] {
  const own = summaries.flatMap((summary): PlacedEntry[] => {
    const { name, icon, menu } = summary;
    if (!menu || !words.isOpen(summary)) return [];
    const address = words.addressOf(name);
    return address === null ? [] : [{ key: name, icon, address, label: words.labelOf(name), ...menu }];
  });
  const placed = [...own, ...others].sort((one, other) => one.order - other.order);
  return groupOrder
    .map((name) => ({
      name,
      entries: placed.flatMap(({ group, order: _, ...entry }) => (group === name ? [entry] : [])),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Key of the entry that leads to this page or to one above it, the nearest of several: `/lnp/numbers` is below `/lnp`. */
export function entryAt(groups: readonly MenuGroup[], pathname: string): string | undefined {
  const pathOf = ({ address }: MenuEntry) => address.split("?", 1)[0] ?? "";
  return groups
    .flatMap(({ entries }) => entries)
    .filter((entry) => `${pathname}/`.startsWith(`${pathOf(entry)}/`))
    .sort((one, other) => pathOf(other).length - pathOf(one).length)[0]?.key;
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
