import type { Token, TokenKind } from "../../editor/markupTokens.ts";

/** Each fits at least one character, and the last any: no text is left out, however broken it is. */
const patterns: readonly (readonly [kind: TokenKind, pattern: RegExp])[] = [
  ["placeholder", /\[%[^%\n]*%\]/y],
  ["comment", /(?<=^|[\s])#[^\n]*/y],
  ["attribute", /[A-Za-z_][\w-]*(?=:(?:\s|$))/y],
  ["value", /"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?/y],
  ["text", /[\w.@/-]+|\s+|[\s\S]/y],
];

/** A YAML text in the parts that an editor colours; by their looks only. */
export function yamlTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found) return { kind, text: found };
  }
  return { kind: "text", text: text.charAt(at) };
}
