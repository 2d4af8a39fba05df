/** A command of the palette: all of them navigate. */
export interface Command {
  /** Unique among the current commands. */
  readonly key: string;
  readonly section: CommandSection;
  readonly label: string;
  /** Distinguishes it from others with the same name. */
  readonly hint?: string;
  readonly icon: string;
  readonly address: string;
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
export function sectionsFor(
  known: readonly Command[],
  records: readonly Command[],
  text: string,
  matches: (label: string, text: string) => boolean,
): Section[] {
  const isIdle = text.trim() === "";
  const fitting = known.filter(({ label, hint, section }) =>
    isIdle ? section !== "actions" : matches(`${label} ${hint ?? ""}`, text),
  );
  const all = [...fitting, ...(isIdle ? [] : records)];
  return commandSections
    .map((name) => ({ name, commands: all.filter(({ section }) => section === name) }))
    .map(({ name, commands }) => ({ name, commands: isIdle ? commands.slice(0, idleLimit) : commands }))
    .filter(({ commands }) => commands.length > 0);
}
