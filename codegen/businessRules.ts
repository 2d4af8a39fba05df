import type { HandWritten } from "./handWritten.ts";
import type { Problem } from "./problems.ts";
import { once } from "./remember.ts";

/** A rule across records and the test that breaks it. */
export interface BusinessRuleModel {
  readonly rule: string;
  readonly resource: string;
  readonly test: string;
}

/** Rule -> resource -> tests, as `file: title`. */
type RuleList = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const VERIFY = "tests/rules/verify.test.ts";

/** Rules of `docs/business-rules.json`, in its order. */
export const namedRules = once(({ businessRules }: HandWritten): readonly BusinessRuleModel[] =>
  Object.entries(businessRules.data as RuleList).flatMap(([rule, byResource]) =>
    Object.entries(byResource).flatMap(([resource, tests]) => tests.map((test) => ({ rule, resource, test }))),
  ),
);

/** Rules with an error at a field, from the rule book's own list; those without a test are broken by its verification. */
export const bookedRules = once(({ businessBook: text }: HandWritten): readonly BusinessRuleModel[] => {
  const constants = new Map([...text.matchAll(/const (\w+) = "([^"]+)";/g)].map(([, name, value]) => [name, value]));
  const entry =
    /\{\s*rule: "(\w+)",\s*resource: "(\w+)",\s*pointer: "([^"]*)",?(?:\s*test:\s*(?:"([^"]+)"|(\w+)),?)?\s*\}/g;
  return [...text.matchAll(entry)].map(([, rule = "", resource = "", pointer = "", test, constant]) => ({
    rule: pointer ? `${rule} at ${pointer}` : rule,
    resource,
    test: test ?? constants.get(constant) ?? VERIFY,
  }));
});

/** A test that is named has to be there, under this very title. */
export function checkBusinessRules(handWritten: HandWritten, names: readonly string[]): Problem[] {
  const { businessRules, tests } = handWritten;
  return namedRules(handWritten).flatMap(({ rule, resource, test }): Problem[] => {
    const place = businessRules.at([rule, resource]);
    if (!names.includes(resource)) return [{ ...place, message: `no schema describes "${resource}"` }];
    const [file = "", title = ""] = splitTest(test);
    const found = tests.find((candidate) => candidate.file === file);
    if (!found) return [{ ...place, message: `there is no test file ${file}` }];
    if (found.text.includes(`"${title}"`)) return [];
    return [
      { ...place, message: `no test of ${file} is called "${title}"`, hint: "write its title as it stands there" },
    ];
  });
}

export function splitTest(test: string): [file: string, title: string] {
  const end = test.indexOf(": ");
  return end < 0 ? [test, ""] : [test.slice(0, end), test.slice(end + 2)];
}
