import { compileUserPattern } from "../userPattern.ts";

/** Same spelling for texts that differ in case only, as the platform compares them. */
export function foldCase(text: string): string {
  // By way of capitals, as regular expressions do: a long s is an s.
  return text.toUpperCase().toLowerCase();
}

/** The expression of a fee, or null when it does not compile: such a fee never matches. */
export function compilePattern(pattern: string): RegExp | null {
  return compileUserPattern(pattern, "i");
}

/** A part of a pattern: escaped punctuation, an escape that stands for no text, a class, a character, a repetition, others. */
const part =
  /\\([!-/:-@[-`{-~])|(\\[dDwWsSbB])|(\[(?:\\.|[^\]\\])*\])|([\w@:;,!#%&=~"'<> -])|([*?]|\{\d*,?\d*\})|([\s\S])/g;

/**
 * The longest text that everything a pattern matches contains, folded: `^43(1|2)` -> `43`. Empty when that is not plain
 * to see, and the pattern is then tried on every number.
 */
export function requiredText(pattern: string): string {
  const texts: string[] = [];
  let text = "";
  let depth = 0;
  for (const [, escaped, , , plain, repetition, other] of pattern.matchAll(part)) {
    // Each side of alternatives stands alone, and other escapes may stand for anything.
    if (other === "\\" || (other === "|" && depth === 0)) return "";
    const literal = depth === 0 ? (escaped ?? plain) : undefined;
    if (literal !== undefined) {
      text += literal;
      continue;
    }
    // What may be missing, or occur several times, is not part of the text.
    texts.push(repetition === undefined ? text : text.slice(0, -1));
    text = "";
    if (other === "(") depth++;
    if (other === ")") depth--;
  }
  const longest = [...texts, text].reduce((best, one) => (one.length > best.length ? one : best), "");
  return foldCase(longest);
}
