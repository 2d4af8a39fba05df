import type { FieldExplanation } from "../../schema/generatedValidator.ts";
import { PatternFault, readUserPattern } from "../../values/userPattern.ts";

/** A regular expression in Perl's syntax that can be run with the meaning that it has there. */
export function isValid(value: string): boolean {
  return value !== "" && findPatternFault(value) === null;
}

export function explain(value: string): FieldExplanation | null {
  return explainFault(findPatternFault(value));
}

export function explainFault(fault: PatternFault | null): FieldExplanation | null {
  if (!fault || fault.reason === "invalid") return null;
  return { key: `rules.pattern.${fault.reason}`, params: { construct: fault.construct } };
}

function findPatternFault(value: string): PatternFault | null {
  const read = readUserPattern(value);
  return read instanceof PatternFault ? read : read.doubt;
}
