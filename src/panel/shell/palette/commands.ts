/** Something that the palette offers: all of it leads somewhere. */
export interface Command {
  /** Unique among all that are offered at once. */
  readonly key: string;
  readonly section: CommandSection;
  readonly label: string;
  /** What tells it from others of the same name. */
  readonly hint?: string;
  readonly icon: string;
  readonly address: string;
}

export const commandSections = ["favourites", "pages", "records", "actions"] as const;
export type CommandSection = (typeof commandSections)[number];

/** Most commands a section that are shown while nothing was typed. */
const idleLimit = 8;

export interface Section {
  readonly name: CommandSection;
  readonly commands: readonly Command[];
}

/** What is offered for a text, in sections. While nothing was typed these are pages only, to begin somewhere. */
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
