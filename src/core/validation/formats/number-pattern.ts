import type { FieldExplanation } from "../../schema/generatedValidator.ts";
import { PatternProblem, readUserPattern } from "../../values/userPattern.ts";
import { explain as explainRegex, isValid as isRegex } from "./regex.ts";

/** Why no number can match, as the texts of `rules.pattern` say. */
export const missReasons = ["blank", "sign"] as const;

/** A sign or an international prefix that begins the whole text, and has to. */
const sign = /^(?:\^|\\A)(\\\+|\[\+\]|00(?=[1-9]))(?![?*{])/;

/** A regular expression for numbers of calls, which have their country code, and neither a sign nor blanks. */
export function isValid(value: string): boolean {
  return isRegex(value) && explainMiss(value) === null;
}

export function explain(value: string): FieldExplanation | null {
  return explainRegex(value) ?? explainMiss(value);
}

/** Why no number of a call can match. */
function explainMiss(value: string): FieldExplanation | null {
  const read = readUserPattern(value);
  if (read instanceof PatternProblem) return null;
  const blank = read.required.find((text) => /[\s\p{Cc}]/u.test(text));
  if (blank !== undefined) return explanation("blank", blank);
  const [, construct] = (value.includes("|") ? null : sign.exec(value)) ?? [];
  return construct === undefined ? null : explanation("sign", construct);
}

function explanation(reason: (typeof missReasons)[number], construct: string): FieldExplanation {
  return { key: `rules.pattern.${reason}`, params: { construct } };
}
