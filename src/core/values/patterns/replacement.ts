import { PatternFault } from "./patternFault.ts";

/** A part of a replacement: text, a group of the match (0 is all of it), or the value of a variable. */
export type ReplacementPart = string | { readonly group: number } | { readonly variable: string };

/** `$avp(s:name)`, `$(avp(s:name)[+])`, and what forms write for them: `${name}`, `@{name}`. */
export const variablePattern = /\$avp\(s:(\w+)\)|\$\(avp\(s:(\w+)\)\[\+\]\)|\$\{([A-Za-z_]\w*)\}|@\{([A-Za-z_]\w*)\}/g;

const written = new RegExp(
  `\\\\(\\d+)|\\$\\{?(\\d+)\\}?|\\$(&)|${variablePattern.source}|\\\\([^A-Za-z0-9])|[\\\\$].?|[^\\\\$@]+|@`,
  "gsu",
);

/**
 * Reads a replacement in Perl's syntax: `\1`, `$1`, `${1}`, `$&` and escaped characters; `\0` is all of the match, as in
 * the platform's own. What Perl does with other letters behind a backslash or a dollar is refused.
 */
export function readReplacement(text: string): readonly ReplacementPart[] | PatternFault {
  const parts: ReplacementPart[] = [];
  for (const [all, number, dollar, wholeMatch, avp, list, form, formList, escaped] of text.matchAll(written)) {
    const name = avp ?? list ?? form ?? formList;
    // A backslash with several digits is an octal code to Perl, and a group to the platform.
    if (number !== undefined && number.length > 1) return new PatternFault("ambiguous", all);
    if (number ?? dollar ?? wholeMatch) parts.push({ group: Number(number ?? dollar ?? 0) });
    else if (name !== undefined) parts.push({ variable: name });
    else if (/^[\\$]/.test(all) && escaped === undefined) return new PatternFault("unsupported", all);
    else parts.push(escaped ?? all);
  }
  return parts;
}
