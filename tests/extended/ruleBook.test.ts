import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { allCases, bookedResources } from "../../scripts/rules/verify/book.ts";
import { formModeOf, hasForm } from "../../scripts/rules/verify/formPath.ts";
import { formGroups, verifyByForm } from "../../scripts/rules/verify/formRun.ts";
import { discrepanciesIn, summaryLine } from "../../scripts/rules/verify/outcome.ts";
import { failureText } from "../../scripts/rules/verify/report.ts";
import { root } from "../../scripts/toolchain.mjs";
import { shortRule } from "../../src/core/rulebook/caseIds.ts";
import type { RuleCase } from "../../src/core/rulebook/cases.ts";
import { startJourney } from "../support/journey.ts";

const journey = startJourney();

/** Forms that need setup; `npm run rules -- verify` covers all. */
const EXCLUDED = ["subscribers", "subscriberprofiles", "resellerbrandings"];

/** One for each way to enter a value that the others may leave out. */
const WAYS = [
  "billingprofiles/reseller_id:type:accepts-a-valid-record",
  "billingprofiles/reseller_id:minimum:refuses-1-below",
  "billingprofiles/reseller_id:required:refuses-nothing",
  "billingprofiles/reseller_id:fixed:accepts-a-valid-record",
  "billingprofiles/name:format-text:refuses-a%00b",
  "billingprofiles/fraud_interval_notify:format-email-list-comma:accepts-ada%40example.org%2Cbob%40example.org",
  "billingprofiles/fraud_interval_notify:format-email-list-comma:refuses-ada%40example.org%2Cbob",
  "billingprofiles/peaktime_weekdays/0/weekday:enum:refuses-7",
  "cftimesets/times:minItems:accepts-1-more",
  "cftimesets/times:minItems:refuses-1-fewer",
  "cftimesets/times/0/wday:format-weekday-range:accepts-2-6",
  "cftimesets/times/0/wday:format-weekday-range:refuses-2-8",
  "cftimesets/times/0:minProperties:refuses-%7B%7D",
];

it("the forms show the messages of the rule book, for each of its rules and each way to enter a value", async () => {
  const names = bookedResources().filter((name) => !EXCLUDED.includes(name));
  const all = allCases(names);
  const cases = [...oneOfEach(all), ...all.filter(({ id }) => WAYS.includes(id))];
  const outcomes = await verifyByForm(cases, { language: "en" });
  console.log(`rule book: ${summaryLine("form", outcomes)}`);
  expect(discrepanciesIn(outcomes).map(failureText)).toEqual([]);
  const tried = outcomes.filter(({ verdict }) => verdict === "accepted" || verdict === "refused");
  expect(WAYS.filter((id) => !tried.some((outcome) => outcome.id === id))).toEqual([]);
  expect(tried.filter(({ verdict }) => verdict === "refused").length).toBeGreaterThan(35);
});

it("the command tries a form too, without the bundler that tests have", () => {
  const folder = mkdtempSync(join(tmpdir(), "patchbay-rules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const id = "domains/domain:maxLength:refuses-1-longer";
  const chosen = ["--only", "form", "--resource", "domains", "--case", id, "--out", folder];
  const told = execFileSync("npx", ["tsx", "scripts/rules.ts", "verify", ...chosen], { cwd: root, encoding: "utf8" });
  expect(told).toContain("form: 1 cases, 0 accepted, 1 refused, 0 refuted");
});

it("lets a tester read the rules of preferences and the results of the last run, by keyboard and on a phone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "patchbay-rules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const chosen = ["--only", "validator,api", "--resource", "domains", "--out", folder];
  execFileSync("npx", ["tsx", "scripts/rules.ts", "verify", ...chosen], { cwd: root, encoding: "utf8" });
  const panel = await journey.goOnAs("administrator", "/rulebook?resource=domainpreferences");
  await panel.seeHeading("Rule book");
  const table = panel.page.getByRole("table", { name: "Rule book" });
  await table.getByText("/allowed_ips/0").first().waitFor();
  await panel.page.getByLabel("Form").selectOption("domains");
  await table.getByText("At most 127 characters").waitFor();

  await panel.page.getByRole("button", { name: "Open results of verify" }).focus();
  const opened = panel.page.waitForEvent("filechooser");
  await panel.page.keyboard.press("Enter");
  await (await opened).setFiles(join(folder, "run.json"));
  await table.getByRole("columnheader", { name: "On the server" }).waitFor();
  await panel.page.getByRole("searchbox", { name: /^Search by field/ }).fill("maxLength");
  const row = table.getByRole("row").filter({ hasText: "At most 127 characters" });
  expect(await row.getByText("proved").count()).toBe(2);

  await panel.page.setViewportSize({ width: 390, height: 844 });
  await row.getByText("proved").first().waitFor();
  expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

/** A case that keeps and one that breaks each rule, on few forms: to open a form takes most of the time. */
function oneOfEach(cases: readonly RuleCase[]): RuleCase[] {
  const kindOf = ({ rule, expects }: RuleCase) => `${shortRule(rule)} ${expects}`;
  const inForms = cases.filter(({ rule }) => rule.side !== "server" && hasForm(rule.resource, formModeOf(rule)));
  const forms = formGroups(inForms);
  const missing = new Set(inForms.map(kindOf));
  const chosen: RuleCase[] = [];
  while (missing.size > 0) {
    const newIn = (form: readonly RuleCase[]) => {
      const found = new Map(form.map((entry) => [kindOf(entry), entry] as const));
      return [...found].filter(([kind]) => missing.has(kind));
    };
    const most = forms.map(newIn).reduce((one, other) => (other.length > one.length ? other : one));
    for (const [kind, entry] of most) {
      missing.delete(kind);
      chosen.push(entry);
    }
  }
  return chosen;
}
