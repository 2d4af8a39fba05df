import { inTime } from "../inTime.ts";

/** The part of a rewrite rule that changes a number. */
export interface Rule {
  readonly match_pattern: string;
  readonly replace_pattern: string;
}

/** Milliseconds of CPU time for all numbers of a request. Users write the patterns, and some never terminate. */
const LONGEST = 200;

/** A placeholder in a pattern, `${caller_cc}`: the subscriber's own code. */
const PLACEHOLDER = /\$\{(?:caller|callee)_(cc|ac)\}/g;

/**
 * Applies the rules to numbers; only the first match in order rewrites a number. `codes` are the values of
 * placeholders.
 *
 * @throws platform_timeout when patterns take too long.
 */
export function applyRules(
  rules: readonly Rule[],
  numbers: readonly string[],
  codes: Readonly<Record<string, string>>,
): string[] {
  const filled = (text: string) => text.replace(PLACEHOLDER, (_, code: string) => codes[code] ?? "");
  const patterns = rules.map(({ match_pattern }) => filled(match_pattern));
  const found = inTime(LONGEST, () => {
    const compiled = patterns.map(compile);
    return numbers.map((number) => firstMatch(compiled, number));
  });
  return numbers.map((number, index) => {
    const { rule, match } = found[index] ?? {};
    if (rule === undefined || !match) return number;
    const replaced = filled(rules[rule]?.replace_pattern ?? "").replace(
      /\\(\d)/g,
      (_, group: string) => match[Number(group)] ?? "",
    );
    return number.slice(0, match.index) + replaced + number.slice(match.index + match[0].length);
  });
}

interface Found {
  /** Of the rule that matches. */
  readonly rule: number;
  /** The whole match, then the groups. */
  readonly match: RegExpExecArray;
}

function firstMatch(patterns: readonly RegExp[], number: string): Found | null {
  for (const [rule, pattern] of patterns.entries()) {
    const match = pattern.exec(number);
    if (match) return { rule, match };
  }
  return null;
}

/** A pattern that does not compile matches nothing. */
function compile(pattern: string): RegExp {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Patterns are Perl's, which accepts more escapes than the strict Unicode mode does.
    }
  }
  return /(?!)/;
}
