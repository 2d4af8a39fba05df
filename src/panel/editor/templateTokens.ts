import { markupTokens, type Pattern, type Token, tokenAt } from "./markupTokens.ts";

/** `name = value` in each line. */
const settings: readonly Pattern[] = [
  ["placeholder", /\[%[\s\S]*?%\]/y],
  ["comment", /(?<=^|\n)[ \t]*[#;][^\n]*/y],
  ["attribute", /[\w.$-]+(?=[^\n=]*=)/y],
  ["value", /=[^\n[]*/y],
  ["text", /\n|[^\n=[]+|[\s\S]/y],
];

/** The template of a file in the parts that an editor colours: tags, or settings line by line. */
export function templateTokens(text: string): Token[] {
  if (/^(?:\s|\[%[\s\S]*?%\])*</.test(text)) return markupTokens(text);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at, settings);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}
