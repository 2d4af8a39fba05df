import { PatternFault } from "./patterns/patternFault.ts";
import { type TranslatedPattern, translatePattern } from "./patterns/perlPattern.ts";

export { PatternFault } from "./patterns/patternFault.ts";

/** A pattern that a user wrote, in Perl's syntax, ready to be compared with texts. */
export interface UserPattern extends Omit<TranslatedPattern, "source"> {
  readonly expression: RegExp;
}

/** Patterns are compared with many texts: the last ones are kept. */
const cache = new Map<string, UserPattern | PatternFault>();
const MAX_CACHED_PATTERNS = 1000;
/** Maximum number of characters, four times that of the longest field: longer patterns are slow to read. */
const MAX_PATTERN_LENGTH = 4096;

/** The pattern, or why it cannot be run with the meaning that it has in Perl. */
export function readUserPattern(pattern: string, ignoreCase = false): UserPattern | PatternFault {
  if (pattern.length > MAX_PATTERN_LENGTH) return new PatternFault("invalid", pattern.slice(0, MAX_PATTERN_LENGTH));
  const key = `${ignoreCase ? "i" : "-"}${pattern}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const read = translate(pattern, ignoreCase);
  if (cache.size >= MAX_CACHED_PATTERNS) cache.clear();
  cache.set(key, read);
  return read;
}

function translate(pattern: string, ignoreCase: boolean): UserPattern | PatternFault {
  try {
    const { source, ...rest } = translatePattern(pattern, ignoreCase);
    return { ...rest, expression: new RegExp(source, "u") };
  } catch (error) {
    if (error instanceof PatternFault) return error;
    // More groups or a longer text than the engine takes.
    if (error instanceof SyntaxError || error instanceof RangeError) return new PatternFault("invalid", pattern);
    throw error;
  }
}

/**
 * The regular expression that a user wrote, or null when it cannot be run with Perl's meaning: such a pattern matches
 * nothing. Some never come to an end: limit the time of comparing texts with them.
 */
export function compileUserPattern(pattern: string): RegExp | null {
  const read = readUserPattern(pattern);
  return read instanceof PatternFault ? null : read.expression;
}

/**
 * The text with what is in place of each match, as `s///g` of Perl; null: nothing matches. `groupOf` gives the text of a
 * group of the match, 0 for all of it.
 */
export function substitute(
  { expression, isNamed }: UserPattern,
  text: string,
  replace: (groupOf: (group: number) => string) => string,
): string | null {
  const anywhere = new RegExp(expression.source, "gu");
  let output = "";
  let copied = 0;
  let next = anywhere.exec(text);
  if (!next) return null;
  while (next) {
    const match: RegExpExecArray = next;
    const { index, groups } = match;
    const matchedText = match[0];
    output +=
      text.slice(copied, index) +
      replace((group) => (isNamed && group > 0 ? groups?.[`g${group}`] : match[group]) ?? "");
    copied = index + matchedText.length;
    // After an empty match, Perl looks for a non-empty one at the same index.
    next = matchedText === "" ? notEmptyAt(expression, text, index) : null;
    if (next) continue;
    anywhere.lastIndex = matchedText === "" ? afterCharacter(text, index) : copied;
    next = anywhere.lastIndex > text.length ? null : anywhere.exec(text);
  }
  return output + text.slice(copied);
}

function notEmptyAt({ source }: RegExp, text: string, index: number): RegExpExecArray | null {
  const before = [...text.slice(0, index)].length;
  const expression = new RegExp(`(?:${source})(?<!^[^]{${before}})`, "uy");
  expression.lastIndex = index;
  return expression.exec(text);
}

function afterCharacter(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}
