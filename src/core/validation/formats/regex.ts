import type { FieldExplanation } from "../../schema/generatedValidator.ts";
import { PatternProblem, readUserPattern } from "../../values/userPattern.ts";

/** A regular expression in Perl's syntax that can be run with the meaning that it has there. */
export function isValid(value: string): boolean {
  return value !== "" && problemOf(value) === null;
}

export function explain(value: string): FieldExplanation | null {
  return explainProblem(problemOf(value));
}

export function explainProblem(problem: PatternProblem | null): FieldExplanation | null {
  if (!problem || problem.reason === "invalid") return null;
  return { key: `rules.pattern.${problem.reason}`, params: { construct: problem.construct } };
}

function problemOf(value: string): PatternProblem | null {
  const read = readUserPattern(value);
  return read instanceof PatternProblem ? read : read.doubt;
}
