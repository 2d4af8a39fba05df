import type { FieldExplanation } from "../../schema/generatedValidator.ts";
import { PatternFault } from "../../values/patterns/patternFault.ts";
import { readReplacement } from "../../values/patterns/replacement.ts";
import { explainFault } from "./regex.ts";

/** A replacement of a match: text, groups, and variables of rewrite rules. */
export function isValid(value: string): boolean {
  // No number or URI has blanks around it, or line breaks in it.
  return /^[^\s\p{Cc}](?:\P{Cc}*[^\s\p{Cc}])?$/u.test(value) && !(readReplacement(value) instanceof PatternFault);
}

export function explain(value: string): FieldExplanation | null {
  const read = readReplacement(value);
  return read instanceof PatternFault ? explainFault(read) : null;
}
