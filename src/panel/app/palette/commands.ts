import type { FoundRecord } from "../../providers/search.ts";

/** A command of the palette: it navigates, or does something. */
export interface Command {
  /** Unique among the current commands. */
  readonly key: string;
  readonly section: CommandSection;
  readonly label: string;
  /** Distinguishes it from others with the same name. */
  readonly hint?: string;
  readonly icon: string;
  readonly path?: string;
  /** The action that replaces navigation. */
  readonly run?: () => void;
  /** The action on the record in its label: "Lock". */
  readonly verb?: string;
  /** A record that was found; its actions can be opened. */
  readonly hit?: FoundRecord;
}

const commandSections = ["favourites", "pages", "records", "actions"] as const;
type CommandSection = (typeof commandSections)[number];

/** Most commands per section for an empty text. */
const idleLimit = 8;

export interface Section {
  readonly name: CommandSection;
  readonly commands: readonly Command[];
}

/** The commands for a text, by section. An empty text gets pages only, as a start. */
export function buildSections(
  staticCommands: readonly Command[],
  records: readonly Command[],
  text: string,
  matches: (label: string, text: string) => boolean,
): Section[] {
  const isIdle = text.trim() === "";
  const fitting = staticCommands.filter(({ label, hint, section }) =>
    isIdle ? section !== "actions" : matches(`${label} ${hint ?? ""}`, text),
  );
  const all = [...fitting, ...(isIdle ? [] : records)];
  return commandSections
    .map((name) => ({ name, commands: all.filter(({ section }) => section === name) }))
    .map(({ name, commands }) => ({ name, commands: isIdle ? commands.slice(0, idleLimit) : commands }))
    .filter(({ commands }) => commands.length > 0);
}

/**
 * Records in the platform's order, except that of those that match alike, and have not ended, the ones that this user
 * opened last come first. `recent` are keys, newest first.
 */
export function sortByLastUse(records: readonly FoundRecord[], recent: readonly string[]): FoundRecord[] {
  const ranks = ["exact", "prefix", "part"];
  const placeOf = (hit: FoundRecord) => {
    const used = recent.indexOf(recordKey(hit));
    return [ranks.indexOf(hit.match?.rank ?? "part"), hit.isEnded ? 1 : 0, used < 0 ? recent.length : used] as const;
  };
  return records.toSorted((first, second) => {
    const [a, b] = [placeOf(first), placeOf(second)];
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
  });
}

/** A record among all. */
export function recordKey({ resource, record }: Pick<FoundRecord, "resource" | "record">): string {
  return `${resource} ${record.id}`;
}
