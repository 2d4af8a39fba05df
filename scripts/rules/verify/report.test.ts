import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, type TestSuites } from "junit2json";
import { expect, it } from "vitest";
import { readOptions } from "../options.ts";
import { allCases } from "./book.ts";
import { type BookedRule, bookedRules, coverageOf, isUnder, readMinimum } from "./coverage.ts";
import { failureText, lastFailed, saveFailed } from "./failure.ts";
import { asJUnit } from "./junit.ts";
import { matrixOf } from "./matrix.ts";
import { about, countsOf, type Outcome, reasonsIn, summaryLine, type Verdict } from "./outcome.ts";
import { reportPage } from "./reportPage.ts";
import { pairwise } from "./sample.ts";
import { asTraceability } from "./traceability.ts";
import { inTurn, verifyByValidator } from "./verify.ts";

const cases = allCases(["domains"]);
const RULE = "domains/domain:maxLength";

/** The result of the case of the domain's length with this label. */
function outcome(label: string, verdict: Verdict, got: string = verdict): Outcome {
  const entry = cases.find(({ id }) => id === `${RULE}:${label}`);
  if (!entry) throw new Error(`no case ${label}`);
  const sent = { method: "POST", url: "/api/domains/", payload: { domain: "it's" } } as const;
  const expected = entry.expects === "accepted" ? "accepted" : "refused: rules.maxLength at /domain";
  return { ...about(entry, "api"), verdict, expected, got, where: "POST /api/domains/", sent, seconds: 0.25 };
}

const accepted = outcome("accepts-at-the-limit", "accepted");
const refused = outcome("refuses-1-longer", "refused");
const refuted = outcome("refuses-1-longer", "discrepancy", "accepted");
const keptOut = outcome("accepts-1-shorter", "overruled", "refused: rules.unique at /domain");
const notTried = outcome("accepts-1-shorter", "skipped", "only a change can be tried");
const rules: BookedRule[] = [
  { id: RULE, requirements: ["REQ-7"], sides: ["accepted", "refused"], isOfPlatform: false },
  { id: "domains/domain:unique", requirements: [], sides: [], isOfPlatform: true },
];

const unapproved = [
  { id: RULE, before: "127", after: "100" },
  { id: "domains: ccare", before: "may look up", after: "may read" },
];

it("counts as proved only what was tried and came as expected, and says why the rest was not", () => {
  const all = [accepted, refuted, keptOut, notTried];
  expect(countsOf(all)).toMatchObject({ cases: 4, proved: 1, discrepancy: 1, skipped: 1, overruled: 1 });
  expect(summaryLine("api", all)).toBe(
    "api: 4 cases, 1 proved (1 accepted, 0 refused), 1 refuted, 1 not tried, 1 kept out by another rule",
  );
  expect(reasonsIn(all)).toEqual([["only a change can be tried", 1]]);
});

it("covers a rule once both of its sides are proved and nothing refutes it", () => {
  const proved = (...outcomes: Outcome[]) => coverageOf(rules, outcomes, "api").proved;
  expect(proved(accepted)).toBe(0);
  expect(proved(accepted, refused)).toBe(1);
  expect(proved(accepted, refused, refuted)).toBe(0);
  expect(proved(keptOut, refused)).toBe(0);
  expect(coverageOf(rules, [accepted, refused], "api")).toEqual({ proved: 1, rules: 2, percent: 50 });
  expect(coverageOf(rules, [accepted, refused], "form").proved).toBe(0);
});

it("fails below the minimum, for all parts or for some", () => {
  const half = { proved: 1, rules: 2, percent: 50 };
  const isBelow = (text: string) => {
    const minimum = readMinimum(text);
    return minimum && isUnder(minimum, "api", half);
  };
  expect([isBelow("50"), isBelow("51"), isBelow("form=90"), isBelow("api=51,form=1")]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect([readMinimum("most"), readMinimum("apy=5")]).toEqual([undefined, undefined]);
});

it("can be imported as JUnit: a test for each case of a resource, with its counts and failures", async () => {
  const tried = await verifyByValidator({ cases, seed: 1 });
  const read = (await parse(asJUnit([...tried, refuted, keptOut, notTried], rules, unapproved))) as TestSuites;
  const suites = read.testsuite ?? [];
  expect(suites.map(({ name }) => name)).toEqual(["validator domains", "api domains", "baseline"]);
  expect(read).toMatchObject({
    tests: tried.length + 3 + unapproved.length,
    failures: 1 + unapproved.length,
    errors: 0,
  });
  const counted = suites.map(({ testcase = [], tests, failures, skipped }) => ({
    told: { tests, failures, skipped },
    found: {
      tests: testcase.length,
      failures: testcase.filter(({ failure }) => failure).length,
      skipped: testcase.filter((one) => one.skipped).length,
    },
  }));
  for (const { told, found } of counted) expect(told).toEqual(found);
  const [failed] = suites[1]?.testcase ?? [];
  expect(failed).toMatchObject({ classname: "api.domains", name: refuted.name, time: 0.25 });
  expect(failed?.failure?.[0]).toMatchObject({ message: `expected ${refuted.expected}, got accepted` });
  expect(failed?.failure?.[0]?.inner).toContain(`--case '${RULE}:refuses-1-longer'`);
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

it("keeps what was refuted for the next run", async () => {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-report-"));
  expect(lastFailed(folder)).toBeUndefined();
  await saveFailed(folder, [accepted, refuted]);
  expect(lastFailed(folder)).toEqual([{ part: "api", resource: "domains", id: `${RULE}:refuses-1-longer` }]);
  await rm(folder, { recursive: true });
});

it("traces each requirement to its rules, cases and results, also where none was run", () => {
  expect(asTraceability(rules, [refuted]).slice(1).split("\r\n")).toEqual([
    "requirement,rule,case,checked in,result,reason",
    `REQ-7,${RULE},${RULE}:refuses-1-longer,api,refuted,accepted`,
    ",domains/domain:unique,,,not tried,",
    "",
  ]);
});

it("shows headline and coverage in the page", () => {
  const facts = { command: "verify", finished: new Date(0), seconds: 1, isCancelled: false, rules, unapproved };
  const page = reportPage([accepted, refuted, keptOut, notTried], facts);
  expect(page).toContain("<dt>Kept out by another rule</dt><dd>1</dd>");
  expect(page).toContain("<dt>Not tried</dt><dd>1</dd>");
  expect(page).toContain("only a change can be tried");
  expect(page).toContain("1 refuted, 2 not approved</p>");
  expect(page).toContain("2 rules or rights differ from the approved baseline");
});

it("has a cell for each rule and way in, with a reason unless it is proved or refuted", () => {
  const place = { resource: "customers", pointer: "/vat_rate", rule: "maximum" };
  const rows = matrixOf(bookedRules(["customers"]), [
    { ...accepted, ...place },
    { ...refused, ...place },
  ]);
  const cells = rows.flatMap(({ cells: own }) => Object.values(own));
  expect(cells.filter(({ result, reason }) => result !== "proved" && reason === "")).toEqual([]);
  const of = (id: string) => rows.find((row) => row.id === id)?.cells;
  expect(of("customers/vat_rate:maximum")).toMatchObject({
    api: { result: "proved" },
    form: { result: "not tried", reason: "this run leaves it out" },
  });
  expect(of("customers/billing_profile_id:reference")).toMatchObject({
    validator: { result: "not applicable" },
    api: { result: "not tried", reason: "no case of this run" },
  });
  expect(matrixOf(rules, [refuted, accepted])[0]?.cells.api.result).toBe("refuted");
  expect(matrixOf(rules, [keptOut, refused])[0]?.cells.api).toEqual({
    result: "not tried",
    reason: "kept out by another rule: refused: rules.unique at /domain",
  });
});

it("combines every two values of two conditions", () => {
  const factors = new Map([
    ["a", [1, 2]],
    ["b", [false, true]],
    ["c", ["x", "y", "z"]],
  ]);
  const rows = pairwise(factors);
  for (const [one, values] of factors) {
    for (const [two, others] of factors) {
      if (one >= two) continue;
      for (const a of values)
        for (const b of others) expect(rows.some((row) => row[one] === a && row[two] === b)).toBe(true);
    }
  }
  expect(rows.length).toBeLessThan(12);
});

it("answers a mistyped option with the nearest one", () => {
  expect(readOptions(["verify", "--resorce", "domains"]).problem).toBe(
    "no option --resorce (did you mean --resource?)",
  );
  expect(readOptions(["verify", "--min-covrage=90"]).problem).toBe(
    "no option --min-covrage (did you mean --min-coverage?)",
  );
  expect(readOptions(["verify", "--role", "ccare"])).toEqual({
    problem: "--role is gone; instead: npx vitest run --project=contract tests/access/matrix.test.ts",
    isBrief: true,
  });
  expect(readOptions(["verify", "--sample", "many"]).problem).toBe('--sample takes a number, not "many"');
  expect(readOptions(["verify", "--sample", "9"])).toMatchObject({ positionals: ["verify"], values: { sample: "9" } });
});

it("reports failures as refuted, but not those of an interrupted run", async () => {
  const stop = new AbortController();
  const fail = async () => {
    throw new Error("no browser");
  };
  const failed = await inTurn("form", cases.slice(0, 1), {}, fail);
  expect(failed).toMatchObject([{ verdict: "discrepancy", got: "failed unexpectedly: no browser" }]);
  const interrupted = async () => {
    stop.abort();
    return fail();
  };
  expect(await inTurn("form", cases.slice(0, 2), { signal: stop.signal }, interrupted)).toEqual([]);
});
