import { createContext, Script } from "node:vm";
import { PlatformError } from "../../core/errors.ts";

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
 * Only in a context of its own can a pattern be timed out: numbers -> [index of the rule that matches, match], or null.
 */
const search = new Script(`
  const compile = (pattern, flags) => { try { return new RegExp(pattern, flags); } catch { return undefined; } };
  const compiled = patterns.map((pattern) => compile(pattern, "u") ?? compile(pattern, "") ?? /(?!)/);
  numbers.map((number) => {
    for (const [index, pattern] of compiled.entries()) {
      const match = pattern.exec(number);
      if (match) return { index, at: match.index, groups: [...match] };
    }
    return null;
  });
`);

interface Found {
  readonly index: number;
  readonly at: number;
  /** The whole match, then the groups. */
  readonly groups: readonly (string | undefined)[];
}

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
  const found = inTime(() => search.runInContext(createContext({ patterns, numbers }), { timeout: LONGEST }));
  return numbers.map((number, index) => {
    const match = found[index];
    const rule = match && rules[match.index];
    if (!match || !rule) return number;
    const [whole = ""] = match.groups;
    const replaced = filled(rule.replace_pattern).replace(
      /\\(\d)/g,
      (_, group: string) => match.groups[Number(group)] ?? "",
    );
    return number.slice(0, match.at) + replaced + number.slice(match.at + whole.length);
  });
}

/** A timeout is real time, of which a busy machine may give us little: tries again until the CPU time is used up. */
function inTime(run: () => unknown): readonly (Found | null)[] {
  const start = process.cpuUsage();
  for (;;) {
    try {
      return run() as readonly (Found | null)[];
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      const { user, system } = process.cpuUsage(start);
      if (user + system >= LONGEST * 1000) throw new PlatformError("platform_timeout");
    }
  }
}
