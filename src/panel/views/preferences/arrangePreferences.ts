import type { PreferenceDef, PreferenceRecord } from "../../providers/preferences.ts";
import { isSet } from "./preferenceControl.ts";

export interface PreferenceGroupView {
  readonly name: string;
  readonly defs: readonly PreferenceDef[];
  /** Number of the shown ones that are set. */
  readonly set: number;
  /** Rank of its best match. */
  readonly fit: MatchRank;
}

/** Rank by where the words occur: in name and label only, also in the group's name, or also in the description. */
type MatchRank = 0 | 1 | 2;
const fits = [0, 1, 2] as const;

export interface ArrangeOptions {
  /** Lower-case search words; all of them must occur in name, label, group or description. */
  readonly words: readonly string[];
  readonly onlySet: boolean;
  /** Language for sorting. */
  readonly locale: string;
}

export function toSearchWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The matching preferences by group; best matches first, then alphabetical; without empty groups. */
export function arrangePreferences(
  defs: readonly PreferenceDef[],
  values: PreferenceRecord,
  { words, onlySet, locale }: ArrangeOptions,
): PreferenceGroupView[] {
  const { compare } = new Intl.Collator(locale);
  const groups = new Map<string, { readonly def: PreferenceDef; readonly fit: MatchRank }[]>();
  for (const def of defs) {
    const fit = onlySet && !isSet(values[def.name]) ? undefined : findMatchRank(def, words);
    if (fit === undefined) continue;
    const members = groups.get(def.preference_group);
    if (members) members.push({ def, fit });
    else groups.set(def.preference_group, [{ def, fit }]);
  }
  return [...groups]
    .map(([name, members]) => {
      const sorted = members.sort((a, b) => a.fit - b.fit || compare(a.def.label, b.def.label));
      return {
        name,
        defs: sorted.map(({ def }) => def),
        set: members.filter(({ def }) => isSet(values[def.name])).length,
        fit: sorted[0]?.fit ?? 0,
      };
    })
    .sort((a, b) => a.fit - b.fit || compare(a.name, b.name));
}

function findMatchRank({ name, label, preference_group: group, description }: PreferenceDef, words: readonly string[]) {
  const texts = [`${name} ${label}`, group, description].map((text) => text.toLowerCase());
  return fits.find((fit) => {
    const text = texts.slice(0, fit + 1).join(" ");
    return words.every((word) => text.includes(word));
  });
}

/** Beyond this many rows, groups with matches in descriptions only stay closed, as do all groups without a search. */
const comfortable = 60;
const bearable = 240;

/** Groups to open for a search: those with a match by name, and others while the rows stay readable. */
export function groupsToOpen(groups: readonly PreferenceGroupView[]): ReadonlySet<string> {
  const open = new Set<string>();
  let rows = 0;
  for (const { name, defs, fit } of groups) {
    rows += defs.length;
    if (rows > (fit < 2 ? bearable : comfortable) && open.size > 0) break;
    open.add(name);
  }
  return open;
}
