import { parse, type TestSuites } from "junit2json";
import { expect, it } from "vitest";
import { parseRun } from "../../../src/core/rulebook/ruleTable.ts";
import { allCases, bookRulesOf } from "./book.ts";
import { describeCase, type Outcome, reasonsIn, summaryLine, type Verdict } from "./outcome.ts";
import {
  coverageOf,
  failureText,
  resultsOf,
  toJUnit,
  toMatrix,
  toPage,
  toRun,
  toTable,
  toTraceability,
} from "./report.ts";
import { sample } from "./sample.ts";
import { runCases, verifyByValidator } from "./verify.ts";

const cases = allCases(["domains"]);
const RULE = "domains/domain:maxLength";

/** The result of the case of the domain's length with this label. */
function outcome(label: string, verdict: Verdict, got: string = verdict): Outcome {
  const entry = cases.find(({ id }) => id === `${RULE}:${label}`);
  if (!entry) throw new Error(`no case ${label}`);
  const sent = { method: "POST", url: "/api/domains/", payload: { domain: "it's" } } as const;
  return { ...describeCase(entry, "api"), verdict, got, where: "POST /api/domains/", sent, seconds: 0.25 };
}

const accepted = outcome("accepts-at-the-limit", "accepted");
const refused = outcome("refuses-1-longer", "refused");
const refuted = outcome("refuses-1-longer", "discrepancy", "accepted");
const keptOut = outcome("accepts-1-shorter", "overruled", "refused: rules.unique at /domain");
const notTried = outcome("accepts-1-shorter", "skipped", "only a change can be tried");

const unapproved = [
  { id: RULE, before: "127", after: "100" },
  { id: "domains: ccare", before: "may look up", after: "may read" },
];

it("says what was tried and came as expected, and why the rest was not", () => {
  const all = [accepted, refuted, keptOut, notTried];
  expect(summaryLine("api", all)).toBe(
    "api: 4 cases, 1 accepted, 0 refused, 1 refuted, 1 not tried, 1 kept out by another rule",
  );
  expect(reasonsIn(all)).toEqual([["only a change can be tried", 1]]);
});

it("can be imported as JUnit: a test for each case and unapproved change, with its counts, failures and requirements", async () => {
  const tried = verifyByValidator(cases);
  const ofRequirement = { ...keptOut, requirements: ["REQ-7"] };
  const xml = toJUnit([...tried, refuted, ofRequirement, notTried], unapproved);
  const read = (await parse(xml)) as TestSuites;
  const [suite] = read.testsuite ?? [];
  const tests = suite?.testcase ?? [];
  expect(tests).toHaveLength(tried.length + 3 + unapproved.length);
  expect(suite).toMatchObject({ tests: tests.length, failures: 1 + unapproved.length, errors: 0, skipped: 2 });
  const failed = tests[tried.length];
  expect(failed).toMatchObject({ classname: "api.domains", name: refuted.name, time: 0.25 });
  expect(failed?.failure?.[0]).toMatchObject({ message: `expected ${refuted.expected}, got accepted` });
  expect(failed?.failure?.[0]?.inner).toContain(`--case '${RULE}:refuses-1-longer'`);
  expect(xml).toContain('<skipped message="kept out by another rule: refused: rules.unique at /domain">');
  expect(xml).toContain('<skipped message="not tried: only a change can be tried">');
  expect(xml).toContain(`<property name="case_id" value="${RULE}:refuses-1-longer">`);
  expect(xml).toContain('<property name="requirements" value="REQ-7">');
  expect(xml).toContain('<failure message="unapproved: domains: ccare may read, before: look up">');
});

it("escapes values in the XML", () => {
  const xml = toJUnit([{ ...refuted, value: '"<script>\u0000&"' }]);
  expect(xml).toContain("&lt;script&gt;&amp;");
  expect(xml).not.toMatch(/<script|\0/);
});

it("explains a refuted case by the book, with the request and a command that runs it again", () => {
  expect(failureText(refuted).split("\n").slice(1)).toEqual([
    `  case     ${RULE}:refuses-1-longer`,
    "  field    Domain (/domain)",
    `  value    ${refuted.value}`,
    '  expected refused: rules.maxLength at /domain, "At most 127 characters"',
    "  got      accepted",
    "  where    POST /api/domains/",
    `  request  curl -u "$RULES_USER:$RULES_PASSWORD" -X POST "$RULES_URL/api/domains/" -H 'Content-Type: application/json' -d '{"domain":"it'\\''s"}'`,
    `  again    npm run rules -- verify --only api --resource domains --case '${RULE}:refuses-1-longer'`,
  ]);
});

it("has a line for each rule with what each part says of it, or why nothing, and counts the proved ones", () => {
  const [rule] = bookRulesOf("domains").filter((one) => one.pointer === "/domain" && one.rule === "maxLength");
  if (!rule) throw new Error("no rule");
  const lineOf = (...outcomes: Outcome[]) => toMatrix(resultsOf([rule], outcomes)).split("\r\n")[1];
  const head = `domains,maxLength,${RULE},not tried: no case of it,`;
  const tail = ",not tried: no case of it,not tried: no case of it";
  expect(lineOf(accepted, refused)).toBe(`${head}proved${tail}`);
  expect(lineOf(accepted)).toBe(`${head}not tried: no value is refused${tail}`);
  expect(lineOf(accepted, refused, refuted)).toBe(`${head}refuted: accepted${tail}`);
  expect(lineOf(keptOut, refused)).toBe(`${head}not tried: refused: rules.unique at /domain${tail}`);
  const half = resultsOf([rule, { ...rule, pointer: "/other" }], [accepted, refused]);
  expect(coverageOf(half, "api")).toEqual({ proved: 1, percent: 50 });
  expect(coverageOf(half, "form")).toEqual({ proved: 0, percent: 0 });
});

it("traces each requirement to its rules, cases and results, also where none was run", () => {
  const rules = bookRulesOf("domains").filter(
    ({ pointer, rule }) => pointer === "/domain" && /Length|unique/.test(rule),
  );
  const traced = rules.map((rule) => (rule.rule === "maxLength" ? { ...rule, requirements: ["REQ-7"] } : rule));
  const lines = toTraceability(resultsOf(traced, [refuted]))
    .slice(1)
    .split("\r\n");
  expect(lines[0]).toBe("requirement,rule,case,checked in,result,reason");
  expect(lines[1]).toBe(`REQ-7,${RULE},${RULE}:refuses-1-longer,api,refuted,accepted`);
  expect(lines).toContain(",domains/domain:unique,,,not tried,");
});

it("has a table of each form for testers: values, message and verdict of each rule", () => {
  const results = resultsOf(bookRulesOf("domains"), [refuted, refused]);
  const lines = toTable(results).slice(1).split("\r\n");
  expect(lines[0]).toBe("form,field,rule,valid,invalid,message,in the form,on the server,verdict");
  const row = lines.find((line) => line.includes("(/domain),maxLength,"));
  expect(row).toMatch(/^Domains,Domain \(\/domain\),maxLength,/);
  expect(row).toContain(",At most 127 characters,not tried: no case of it,refuted: accepted,refuted");
  expect(lines.find((line) => line.includes("(/domain),required,"))).toMatch(
    /,null,This field is required,.*,not tried$/,
  );
  const page = toPage(results, [refuted], []);
  expect(page).toContain("<summary>Domains: 11</summary>");
  expect(page).toContain("<td>At most 127 characters</td><td>not tried: no case of it</td><td>refuted: accepted</td>");
});

it("has its results in a file that the panel reads, which takes no other", () => {
  const run = toRun(resultsOf(bookRulesOf("domains"), [refuted, refused]));
  expect(run[RULE]).toEqual({ inForm: "not tried: no case of it", onServer: "refuted: accepted", verdict: "refuted" });
  expect(parseRun(JSON.stringify(run))).toEqual(run);
  for (const text of ["", "{}", "[]", "null", '{"a":1}', '{"a":{"verdict":"proved"}}', '[{"part":"api","id":"a"}]'])
    expect(parseRun(text), text).toBeUndefined();
});

it("shows in its page what was proved, refuted, not tried and not approved", () => {
  const wrong = { ...refuted, value: '"<script>"', screenshot: "wrong.png" };
  const page = toPage(resultsOf(bookRulesOf("domains"), [wrong, notTried]), [wrong, notTried], unapproved);
  expect(page).toContain("<title>Rule book: 1 refuted, 2 not approved</title>");
  expect(page).toContain("<td>api</td><td>2</td><td>0</td><td>0</td><td>1</td><td>1</td><td>0</td>");
  expect(page).toContain("<td>only a change can be tried</td><td>1</td>");
  expect(page).toContain('<img src="wrong.png">');
  expect(page).toContain("domains: ccare may read, before: look up");
  expect(page).not.toContain("<script");
});

it("reports failures as refuted, but not those of an interrupted run", async () => {
  const stop = new AbortController();
  const fail = async () => {
    throw new Error("no browser");
  };
  const failed = await runCases("form", cases.slice(0, 1), fail);
  expect(failed).toMatchObject([{ verdict: "discrepancy", got: "failed unexpectedly: no browser" }]);
  const interrupted = async () => {
    stop.abort();
    return fail();
  };
  expect(await runCases("form", cases.slice(0, 2), interrupted, { signal: stop.signal })).toEqual([]);
});

it("samples evenly across groups, keeps the order and repeats for the same seed", () => {
  const items = Array.from({ length: 90 }, (_, index) => `${index < 80 ? "many" : `few${index % 5}`} ${index}`);
  const groupOf = (item: string) => item.split(" ")[0] ?? "";
  const chosen = sample(items, 12, 7, groupOf);
  expect(chosen).toHaveLength(12);
  expect(new Set(chosen.map(groupOf)).size).toBe(6);
  expect(items.filter((item) => chosen.includes(item))).toEqual(chosen);
  expect(sample(items, 12, 7, groupOf)).toEqual(chosen);
  expect(sample(items, 12, 8, groupOf)).not.toEqual(chosen);
});
