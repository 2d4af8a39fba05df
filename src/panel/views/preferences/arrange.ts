import type { PreferenceDef, PreferenceValues } from "../../providers/preferences.ts";
import { isSet } from "./preferenceControl.ts";

export interface PreferenceGroupView {
  readonly name: string;
  readonly defs: readonly PreferenceDef[];
  /** How many of the shown ones have a value. */
  readonly set: number;
}

export interface Arrangement {
  /** Words looked for, lower case; all of them must occur in name, label, group or description. */
  readonly words: readonly string[];
  readonly onlySet: boolean;
  /** Language that says what comes first. */
  readonly locale: string;
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The preferences to show, by group; groups and members in alphabetical order, empty groups left out. */
export function arrange(
  defs: readonly PreferenceDef[],
  values: PreferenceValues,
  { words, onlySet, locale }: Arrangement,
): PreferenceGroupView[] {
  const { compare } = new Intl.Collator(locale);
  const groups = new Map<string, PreferenceDef[]>();
  for (const def of defs) {
    if (onlySet && !isSet(values[def.name])) continue;
    if (!matches(def, words)) continue;
    const members = groups.get(def.preference_group);
    if (members) members.push(def);
    else groups.set(def.preference_group, [def]);
  }
  return [...groups]
    .map(([name, members]) => ({
      name,
      defs: members.sort((a, b) => compare(a.label, b.label)),
      set: members.filter((def) => isSet(values[def.name])).length,
    }))
    .sort((a, b) => compare(a.name, b.name));
}

function matches(def: PreferenceDef, words: readonly string[]): boolean {
  const text = `${def.name} ${def.label} ${def.preference_group} ${def.description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** More rows than this are not opened by themselves. */
const comfortable = 60;

/** Groups to open for a search: from the top, as long as they are read comfortably. */
export function groupsToOpen(groups: readonly PreferenceGroupView[]): ReadonlySet<string> {
  const open = new Set<string>();
  let rows = 0;
  for (const { name, defs } of groups) {
    rows += defs.length;
    if (rows > comfortable && open.size > 0) break;
    open.add(name);
  }
  return open;
}
