/** The action of a palette word: goes to a page, or does something with a record. */
export type Verb =
  | { readonly kind: "go" | "edit" | "preferences" | "remove" }
  | { readonly kind: "status"; readonly value: string };

/** A word, or several, and what they do. */
export interface VerbWord {
  readonly word: string;
  readonly verb: Verb;
}

/** A typed text with a verb at its beginning or end: `lock 46011`, `46011 lock`, `preferences of ada`. */
export interface TypedCommand {
  readonly verb: Verb;
  /** The text around the verb; empty as long as nothing follows. */
  readonly rest: string;
}

const kinds = ["go", "edit", "preferences", "remove"] as const;
const states = ["active", "locked", "pending"] as const;

/** The words of a language; each text lists several, with commas between them. */
export function buildVerbWords(text: (key: string) => string): VerbWord[] {
  const all = [
    ...kinds.map((kind) => ({ key: `palette.words.${kind}`, verb: { kind } })),
    ...states.map((value) => ({ key: `palette.words.${value}`, verb: { kind: "status", value } as const })),
  ];
  const words = all.flatMap(({ key, verb }) =>
    text(key)
      .split(",")
      .map((word) => ({ word: word.trim().toLocaleLowerCase(), verb }))
      .filter(({ word }) => word !== ""),
  );
  // "preferences of" before "preferences".
  return words.toSorted((a, b) => b.word.length - a.word.length);
}

/** The verb in a typed text, if any. */
export function parseCommand(text: string, words: readonly VerbWord[]): TypedCommand | undefined {
  const normalized = text.trim().replaceAll(/\s+/g, " ");
  const lower = normalized.toLocaleLowerCase();
  for (const { word, verb } of words) {
    if (lower === word) return { verb, rest: "" };
    if (lower.startsWith(`${word} `)) return { verb, rest: normalized.slice(word.length + 1) };
    // "46011 lock", but no page ends with "go".
    if (verb.kind !== "go" && lower.endsWith(` ${word}`)) return { verb, rest: normalized.slice(0, -word.length - 1) };
  }
  return undefined;
}
