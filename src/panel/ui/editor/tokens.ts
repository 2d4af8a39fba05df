import { firstTextSignOf } from "../../../core/validation/templateDirectives.ts";

export interface Token {
  readonly kind: "tag" | "attribute" | "value" | "comment" | "directive" | "text";
  readonly text: string;
}

/** Each fits at least one character, and the last of a list any: no text is left out, however broken it is. */
type Patterns = readonly (readonly [kind: Token["kind"], pattern: RegExp])[];

/** Ends before the next one begins: looking for the ends of very many that have none would take long. */
const directive = ["directive", /\[%(?:(?!\[%)[\s\S])*?%\]/y] as const;

const outside: Patterns = [
  ["comment", /<!--[\s\S]*?(?:-->|$)/y],
  ["tag", /<[!?/]?[\w:.-]*/y],
  directive,
  ["text", /\[?[^<[]*/y],
];
const inTag: Patterns = [
  ["tag", /[/?]?>/y],
  ["attribute", /[\w:.-]+/y],
  ["value", /"[^"]*"?|'[^']*'?/y],
  ["text", /[\s\S]/y],
];
/** `name = value` in each line. */
const settings: Patterns = [
  directive,
  ["comment", /(?<=^|\n)[ \t]*[#;][^\n]*/y],
  ["attribute", /[\w.$-]+(?=[^\n=]*=)/y],
  ["value", /=[^\n[]*/y],
  ["text", /\n|[^\n=[]+|[\s\S]/y],
];
const yaml: Patterns = [
  directive,
  ["comment", /(?<=^|[\s])#[^\n]*/y],
  ["attribute", /[A-Za-z_][\w-]*(?=:(?:\s|$))/y],
  ["value", /"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?/y],
  ["text", /[\w.@/-]+|\s+|[\s\S]/y],
];

/** A text of tags in the parts that an editor colours; by their looks only, whatever is wrong with it. */
export function markupTokens(text: string): Token[] {
  let isInTag = false;
  return tokensOf(text, (before, next) => {
    if (before?.kind === "tag") isInTag = !before.text.endsWith(">");
    if (next === "<") isInTag = false;
    return isInTag ? inTag : outside;
  });
}

/** Splits the template of a file into tokens: as tags, or as settings line by line. */
export function templateTokens(text: string): Token[] {
  return firstTextSignOf(text) === "<" ? markupTokens(text) : tokensOf(text, () => settings);
}

/** Splits a YAML text into tokens. */
export function yamlTokens(text: string): Token[] {
  return tokensOf(text, () => yaml);
}

function tokensOf(text: string, patternsAt: (before: Token | undefined, next: string) => Patterns): Token[] {
  const tokens: Token[] = [];
  for (let offset = 0; offset < text.length; ) {
    const token = tokenAt(text, offset, patternsAt(tokens.at(-1), text.charAt(offset)));
    tokens.push(token);
    offset += token.text.length;
  }
  return tokens;
}

function tokenAt(source: string, offset: number, patterns: Patterns): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = offset;
    const text = pattern.exec(source)?.[0];
    if (text) return { kind, text };
  }
  return { kind: "text", text: source.charAt(offset) };
}

/** The parts of each line. */
export function splitLines(tokens: readonly Token[]): Token[][] {
  let line: Token[] = [];
  const lines = [line];
  for (const { kind, text } of tokens) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) {
        line = [];
        lines.push(line);
      }
      if (part !== "") line.push({ kind, text: part });
    }
  }
  return lines;
}
