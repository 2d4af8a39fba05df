import type { SourceFile } from "./load.ts";

/** Marks what `npm run resource -- guess` was not sure about. */
const MARK = "guess: ";

/** `file:line #pointer: what was guessed` for every remaining mark. */
export function guessesIn(entities: readonly SourceFile[]): string[] {
  return entities.flatMap((source) => guessesBelow(source.data, [], source));
}

function guessesBelow(value: unknown, path: readonly string[], source: SourceFile): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key !== "$comment" || typeof member !== "string") return guessesBelow(member, [...path, key], source);
    const { file, line, pointer } = source.at(path);
    return member.startsWith(MARK) ? [`${file}:${line} #${pointer}: ${member}`] : [];
  });
}
