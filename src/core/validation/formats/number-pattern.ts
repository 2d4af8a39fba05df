import type { FieldExplanation } from "../../schema/generatedValidator.ts";
import { PatternFault, readUserPattern } from "../../values/userPattern.ts";
import { explain as explainRegex, isValid as isRegex } from "./regex.ts";

/** Why no call can match, as the texts of `rules.pattern` say. */
export const missReasons = ["blank", "sign", "scheme"] as const;

/**
 * The check of regular expressions for numbers or URIs of calls, which have no blanks. `wrongStart`: what begins the whole
 * text, has to, and never does, as its first group.
 */
export function callPattern(reason: (typeof missReasons)[number], wrongStart: RegExp) {
  const explainMiss = (value: string): FieldExplanation | null => {
    const read = readUserPattern(value);
    if (read instanceof PatternFault) return null;
    const blank = read.required.find((text) => /[\s\p{Cc}]/u.test(text));
    if (blank !== undefined) return explanation("blank", blank);
    const [, construct] = (value.includes("|") ? null : wrongStart.exec(value)) ?? [];
    return construct === undefined ? null : explanation(reason, construct);
  };
  return {
    isValid: (value: string) => isRegex(value) && explainMiss(value) === null,
    // The rule of texts reports characters that no text may contain.
    explain: (value: string) => explainRegex(value) ?? (/[^\P{Cc}\s]/u.test(value) ? null : explainMiss(value)),
  };
}

function explanation(reason: (typeof missReasons)[number], construct: string): FieldExplanation {
  return { key: `rules.pattern.${reason}`, params: { construct } };
}

/** A regular expression for numbers of calls, which have their country code, and neither a sign nor a prefix before it. */
export const { isValid, explain } = callPattern("sign", /^(?:\^|\\A)(\\\+|\[\+\]|00(?=[1-9]|\[[1-9-]+\]))(?![?*{])/);
