import { type Fault, notOneOf, type Problem, problemAt } from "../../codegen/problems.ts";
import type { BusinessEntry } from "../../src/core/rulebook/businessBook.ts";
import { businessTests, testOf } from "../rules/businessTests.ts";
import type { HandWritten } from "./handWritten.ts";

/** A cross-record rule and the test that covers it. */
export interface BusinessRuleModel {
  readonly rule: string;
  readonly resource: string;
  readonly test: string;
}

/** Rule -> resource -> tests, as `file: title`. */
type RuleList = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const VERIFY = "tests/rules/verify.test.ts";

/** Rules of `docs/business-rules.json`, in order. */
export function namedRules({ businessRules }: HandWritten): readonly BusinessRuleModel[] {
  return Object.entries(businessRules.data as RuleList).flatMap(([rule, byResource]) =>
    Object.entries(byResource).flatMap(([resource, tests]) => tests.map((test) => ({ rule, resource, test }))),
  );
}

/** Rules with an error at a field; those without their own test are covered by verifying the rule book. */
export function bookedRules(book: readonly BusinessEntry[]): readonly BusinessRuleModel[] {
  return book.map((entry) => {
    const { rule, resource, pointer } = entry;
    return { rule: pointer ? `${rule} at ${pointer}` : rule, resource, test: testOf(entry)?.test ?? VERIFY };
  });
}

/** Every test in the list must exist under this exact title. */
export function checkBusinessRules(handWritten: HandWritten, names: readonly string[]): Problem[] {
  const { businessRules, tests } = handWritten;
  return namedRules(handWritten).flatMap(({ rule, resource, test }): Problem[] => {
    const place = businessRules.at([rule, resource]);
    if (!names.includes(resource)) return [problemAt(place, notOneOf(resource, names, "a resource with a schema"))];
    const fault = missingTest(test, tests);
    return fault ? [problemAt(place, fault)] : [];
  });
}

/** The same for the tests of single entries of the rule book. */
export function checkBusinessTests({ tests }: Pick<HandWritten, "tests">): Problem[] {
  const place = { file: "scripts/rules/businessTests.ts", line: 1, pointer: "" };
  return Object.values(businessTests).flatMap(({ test }) => {
    const fault = missingTest(test, tests);
    return fault ? [problemAt(place, fault)] : [];
  });
}

function missingTest(test: string, tests: HandWritten["tests"]): Fault | undefined {
  const [file = "", title = ""] = splitTest(test);
  const found = tests.find((candidate) => candidate.file === file);
  const files = tests.map((one) => one.file);
  if (!found) return notOneOf(file, files, "a test file");
  if (found.text.includes(`"${title}"`)) return undefined;
  const titles = [...found.text.matchAll(/\b(?:it|test)\(\s*"([^"]+)"/g)].map(([, known = ""]) => known);
  return notOneOf(title, titles, `a test of ${file}`);
}

function splitTest(test: string): [file: string, title: string] {
  const end = test.indexOf(": ");
  return end < 0 ? [test, ""] : [test.slice(0, end), test.slice(end + 2)];
}
