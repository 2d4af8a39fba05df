import { compileUserPattern } from "../../values/userPattern.ts";
import type { NumberSet, PreferenceInForce, PreferencesInForce } from "./data.ts";
import { matchesWildcards } from "./wildcards.ts";

/** Texts of a preference with one or several values. */
export function textsOf(preference: PreferenceInForce | undefined): string[] {
  const value = preference?.value ?? null;
  if (value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

export function preferenceText(preference: PreferenceInForce | undefined): string | null {
  return textsOf(preference)[0] ?? null;
}

export function isPreferenceOn(preference: PreferenceInForce | undefined): boolean {
  return preference?.value === true || preference?.value === 1;
}

/** For a step that a preference decides. */
export function decidedBy(preferences: PreferencesInForce, preference: string) {
  return { record: preferences[preference]?.from ?? null, preference };
}

/**
 * Compares numbers with `<name>_list`, whose `<name>_mode` makes it a list of what is allowed. One number that matches
 * is enough. Null: there is no list to obey; an allow list with nothing in it is none.
 */
export function judgeList(preferences: PreferencesInForce, name: string, numbers: readonly string[]) {
  const patterns = textsOf(preferences[`${name}_list`]);
  if (patterns.length === 0) return null;
  const isAllowList = isPreferenceOn(preferences[`${name}_mode`]);
  const pattern = patterns.find((candidate) => numbers.some((number) => matchesWildcards(candidate, number))) ?? null;
  return {
    isRefused: isAllowList === (pattern === null),
    ...decidedBy(preferences, `${name}_list`),
    pattern,
    isAllowList,
  };
}

/** Whether a forward with this set is for a number: patterns with wildcards, or regular expressions. */
export function isInSet({ mode, is_regex, numbers }: NumberSet, candidates: readonly string[]): boolean {
  const matches = (pattern: string) => {
    const expression = is_regex ? compileUserPattern(pattern) : null;
    return candidates.some((candidate) =>
      is_regex ? expression?.test(candidate) : matchesWildcards(pattern, candidate),
    );
  };
  return numbers.some(matches) === (mode === "whitelist");
}
