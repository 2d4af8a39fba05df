import type { ResourceSummary } from "../../core/schema/descriptor.ts";
import { menuGroups } from "../../core/schema/menuGroups.ts";
import { withoutQuery } from "../navigation/hashLocation.ts";

export interface MenuEntry {
  /** Unique in the menu: a resource's name, or a page's URL. */
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly path: string;
  /** Opened in a new window instead. */
  readonly windowHref?: string | undefined;
}

export interface MenuGroup {
  readonly name: string;
  readonly entries: readonly MenuEntry[];
}

/** An entry with its sort position within the group. */
export interface PlacedEntry extends MenuEntry {
  readonly group: string;
  readonly order: number;
}

interface MenuSource {
  readonly labelOf: (resource: string) => string;
  readonly pathOf: (resource: string) => string | null;
  /** Whether the user may open the resource's list here. */
  readonly isOpen: (summary: ResourceSummary) => boolean;
}

/** The menu of resources with a position in it and other pages; without empty groups. */
export function buildMenu(
  summaries: readonly ResourceSummary[],
  source: MenuSource,
  pageEntries: readonly PlacedEntry[] = [],
): MenuGroup[] {
  const resourceEntries = summaries.flatMap((summary): PlacedEntry[] => {
    const { name, icon, menu } = summary;
    if (!menu || !source.isOpen(summary)) return [];
    const path = source.pathOf(name);
    return path === null ? [] : [{ key: name, icon, path, label: source.labelOf(name), ...menu }];
  });
  const placed = [...resourceEntries, ...pageEntries].sort((a, b) => a.order - b.order);
  return menuGroups
    .map((name) => ({
      name,
      entries: placed.flatMap(({ group, order: _, ...entry }) => (group === name ? [entry] : [])),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Key of the entry for this page or its nearest ancestor: `/lnp/numbers` is below `/lnp`. */
export function findEntryKey(groups: readonly MenuGroup[], pathname: string): string | undefined {
  return groups
    .flatMap(({ entries }) => entries)
    .filter((entry) => `${pathname}/`.startsWith(`${withoutQuery(entry.path)}/`))
    .sort((a, b) => withoutQuery(b.path).length - withoutQuery(a.path).length)[0]?.key;
}

/** Entries whose label contains every typed word. */
export function searchMenu(groups: readonly MenuGroup[], text: string): MenuGroup[] {
  return groups
    .map(({ name, entries }) => ({ name, entries: entries.filter(({ label }) => matchesWords(label, text)) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Whether a label contains every typed word, case-insensitively. */
export function matchesWords(label: string, text: string): boolean {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => label.toLocaleLowerCase().includes(word));
}
