export type TokenKind = "tag" | "attribute" | "value" | "comment" | "placeholder" | "text";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

export type Pattern = readonly [kind: TokenKind, pattern: RegExp];

/** Each fits at least one character, and the last of a list any: no text is left out, however broken it is. */
const outside: readonly Pattern[] = [
  ["comment", /<!--[\s\S]*?(?:-->|$)/y],
  ["tag", /<[!?/]?[\w:.-]*/y],
  ["placeholder", /\[%[^%\n]*%\]/y],
  ["text", /\[?[^<[]*/y],
];
const inTag: readonly Pattern[] = [
  ["tag", /[/?]?>/y],
  ["attribute", /[\w:.-]+/y],
  ["value", /"[^"]*"?|'[^']*'?/y],
  ["text", /[\s\S]/y],
];

/** A text of tags in the parts that an editor colours; by their looks only, whatever is wrong with it. */
export function markupTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let isInTag = false;
  for (let at = 0; at < text.length; ) {
    if (isInTag && text[at] === "<") isInTag = false;
    const token = tokenAt(text, at, isInTag ? inTag : outside);
    tokens.push(token);
    at += token.text.length;
    if (token.kind === "tag") isInTag = !token.text.endsWith(">");
  }
  return tokens;
}

export function tokenAt(whole: string, at: number, patterns: readonly Pattern[]): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const text = pattern.exec(whole)?.[0];
    if (text) return { kind, text };
  }
  return { kind: "text", text: whole.charAt(at) };
}

/** The parts of each line. */
export function linesOf(tokens: readonly Token[]): Token[][] {
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
