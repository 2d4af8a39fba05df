import { placedRuleId, ruleIdOf, shortRule } from "../../../src/core/rulebook/caseIds.ts";
import { type RuleRun, tableRow } from "../../../src/core/rulebook/ruleTable.ts";
import type { RuleEntry } from "../../../src/core/schema/descriptor.ts";
import { toCsvFile } from "../../../src/core/values/csv.ts";
import { escapeXml } from "../../../src/core/values/escapeXml.ts";
import { groupBy } from "../../../src/core/values/groupBy.ts";
import { type BaselineChange, formatChange } from "../baseline/changes.ts";
import { formTexts } from "../formTexts.ts";
import { bookRulesOf, moduleOf, noRecords } from "./book.ts";
import {
  type Channel,
  countVerdicts,
  discrepanciesIn,
  type Outcome,
  ofPart,
  parts,
  reasonsIn,
  verdictNames,
} from "./outcome.ts";
import { curlLine, quoted } from "./requests.ts";

/** Lines about a refuted case; the last is the command that runs it again. */
export function failureText(outcome: Outcome): string {
  const { part, id, resource, pointer, value, expected, got, where, sent, screenshot, name } = outcome;
  // The message of the form by the book, whatever the validator does.
  const rule = bookRulesOf(resource).find((candidate) => ruleIdOf(candidate) === placedRuleId(outcome));
  const message = rule && expected !== "accepted" ? `, "${formTexts(resource, "en").message(rule)}"` : "";
  return [
    `${part}: ${name}`,
    `  case     ${id}`,
    ...(pointer === "" ? [] : [`  field    ${formTexts(resource, "en").label(pointer)} (${pointer})`]),
    `  value    ${value}`,
    `  expected ${expected}${message}`,
    `  got      ${got}`,
    `  where    ${where}`,
    ...(sent ? [`  request  ${curlLine(sent)}`] : []),
    ...(screenshot ? [`  picture  ${screenshot}`] : []),
    `  again    npm run rules -- verify --only ${part} --resource ${resource} --case ${quoted(id)}`,
  ].join("\n");
}

/** Outcomes as JUnit XML: a test for each case, and one for each unapproved change. */
export function toJUnit(outcomes: readonly Outcome[], unapproved: readonly BaselineChange[] = []): string {
  const tests = [...outcomes.map(toTestCase), ...unapproved.map(unapprovedCase)];
  // A case that another rule kept out proves nothing: it counts as skipped.
  const skipped = outcomes.filter(({ verdict }) => verdict === "skipped" || verdict === "overruled").length;
  const failures = discrepanciesIn(outcomes).length + unapproved.length;
  const counts = `tests="${tests.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="rule book" ${counts}>
${tests.join("\n")}
</testsuite></testsuites>
`;
}

function toTestCase(outcome: Outcome): string {
  const { part, resource, name, id, verdict, expected, got, seconds = 0 } = outcome;
  const properties = {
    case_id: id,
    rule_id: (outcome.covers ?? [placedRuleId(outcome)]).join(","),
    requirements: (outcome.requirements ?? []).join(","),
  };
  const propertyElements = Object.entries(properties).map(([key, value]) => element("property", { name: key, value }));
  const results: Partial<Record<Outcome["verdict"], string>> = {
    discrepancy: element("failure", { message: `expected ${expected}, got ${got}` }, escapeXml(failureText(outcome))),
    skipped: element("skipped", { message: `not tried: ${got}` }),
    overruled: element("skipped", { message: `kept out by another rule: ${got}` }),
  };
  const inside = `<properties>${propertyElements.join("")}</properties>${results[verdict] ?? ""}`;
  return element("testcase", { classname: `${part}.${resource}`, name, time: seconds.toFixed(3) }, inside);
}

/** An unapproved change as a failed test. */
function unapprovedCase(change: BaselineChange): string {
  const failure = element("failure", { message: `unapproved: ${formatChange(change)}` });
  return element("testcase", { classname: "baseline", name: change.id }, failure);
}

function element(name: string, attributes: Readonly<Record<string, string>>, inside = ""): string {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${attributeTexts.join("")}>${inside}</${name}>`;
}

/** A rule, and what each part says of it: proved, refuted or not tried, and why. */
interface RuleResult {
  readonly rule: RuleEntry;
  readonly id: string;
  readonly outcomes: readonly Outcome[];
  readonly results: Readonly<Record<Channel, string>>;
}

export function resultsOf(rules: readonly RuleEntry[], outcomes: readonly Outcome[]): RuleResult[] {
  const byRule = new Map<string, Outcome[]>(rules.map((rule) => [ruleIdOf(rule), []]));
  for (const outcome of outcomes)
    for (const id of outcome.covers ?? [placedRuleId(outcome)]) byRule.get(id)?.push(outcome);
  return rules.map((rule) => {
    const id = ruleIdOf(rule);
    const ruleOutcomes = byRule.get(id) ?? [];
    const results = parts.map((part) => [part, resultOf(rule, part, ofPart(ruleOutcomes, part))]);
    return { rule, id, outcomes: ruleOutcomes, results: Object.fromEntries(results) as RuleResult["results"] };
  });
}

/** A rule is proved once every side that the book has values for was seen, and nothing refuted it. */
function resultOf({ valid, invalid }: RuleEntry, part: Channel, partOutcomes: readonly Outcome[]): string {
  const [refuted] = discrepanciesIn(partOutcomes);
  if (refuted) return `refuted: ${refuted.got}`;
  const lacking = partOutcomes.find(({ verdict }) => verdict === "ours");
  if (lacking) return `ours alone: ${lacking.got}`;
  const verdicts = partOutcomes.map(({ verdict }) => verdict);
  // No generated record breaks a rule.
  const isRefused = invalid.length > 0 && part !== "generated";
  const sides = [...(valid.length > 0 ? ["accepted"] : []), ...(isRefused ? ["refused"] : [])] as const;
  const missing = sides.filter((side) => !verdicts.some((verdict) => verdict === side));
  if (missing.length === 0 && (verdicts.includes("accepted") || verdicts.includes("refused"))) return "proved";
  const untried =
    partOutcomes.find(({ verdict }) => verdict === "skipped") ??
    partOutcomes.find(({ verdict }) => verdict === "overruled");
  if (untried) return `not tried: ${untried.got}`;
  return `not tried: ${partOutcomes.length === 0 ? "no case of it" : `no value is ${missing.join(" or ")}`}`;
}

/** Number and percentage of the rules that a part has proved. Those that it cannot try count as not proved. */
export function coverageOf(results: readonly RuleResult[], part: Channel) {
  const proved = results.filter((result) => result.results[part] === "proved").length;
  return { proved, percent: Math.floor((proved / Math.max(results.length, 1)) * 100) };
}

/** A line for each rule, a column for each part. */
export function toMatrix(results: readonly RuleResult[]): string {
  return toCsvFile(
    ["resource", "rule", "id", ...parts],
    results.map(({ rule, id, results: byPart }) => [
      ...[rule.resource, shortRule(rule), id],
      ...parts.map((part) => byPart[part]),
    ]),
  );
}

const tableTitles = ["form", "field", "rule", "valid", "invalid", "message", "in the form", "on the server", "verdict"];

/** The results, for the panel's page of the rule book. */
export function toRun(results: readonly RuleResult[]): RuleRun {
  return Object.fromEntries(
    results.map(({ id, results: byPart }) => [
      id,
      { inForm: byPart.form, onServer: byPart.api, verdict: verdictOf(byPart) },
    ]),
  );
}

function toTableRows(results: readonly RuleResult[]): string[][] {
  const run = toRun(results);
  return results.map(({ rule }) => {
    const { descriptor } = moduleOf(rule.resource);
    return tableRow(rule, descriptor, formTexts(rule.resource, "en"), noRecords, run);
  });
}

/** One part that refutes a rule is enough, and one that proves it if none does. */
function verdictOf(byPart: RuleResult["results"]): string {
  const all = Object.values(byPart).map((result) => result.split(":")[0]);
  return ["refuted", "ours alone", "proved"].find((verdict) => all.includes(verdict)) ?? "not tried";
}

/** The table of rules, of all forms, for spreadsheets. */
export function toTable(results: readonly RuleResult[]): string {
  return toCsvFile(tableTitles, toTableRows(results));
}

/** The same in the report: a table for each form, and an input that filters them. */
function tablesOfForms(results: readonly RuleResult[]): string {
  const withoutForm = <Cell>(row: readonly Cell[]) => row.slice(1);
  const byForm = groupBy(toTableRows(results), ([form = ""]) => form);
  const sections = [...byForm].map(([form, rows]) => {
    const heading = element("summary", {}, `${escapeXml(form)}: ${rows.length}`);
    return element(
      "details",
      { open: "", class: "form" },
      heading + table(withoutForm(tableTitles), rows.map(withoutForm)),
    );
  });
  return sections.join("\n");
}

/** Runs in the report: leaves the rows that have all of the words. */
const FILTER = `const all = this.value.toLowerCase().split(" ");
for (const form of document.querySelectorAll(".form")) {
  const name = form.querySelector("summary").textContent;
  const rows = [...form.querySelectorAll("tr")].slice(1);
  const has = (text) => all.every((word) => text.toLowerCase().includes(word));
  for (const row of rows) row.hidden = !has(name + " " + row.textContent);
  form.hidden = rows.every((row) => row.hidden);
}`;

/** A line for each requirement, rule and case; rules that nothing has tried are there too. */
export function toTraceability(results: readonly RuleResult[]): string {
  const lines = results.flatMap(({ rule: { requirements = [] }, id, outcomes }) =>
    (requirements.length > 0 ? requirements : [""]).flatMap((requirement) =>
      outcomes.length === 0
        ? [[requirement, id, "", "", "not tried", ""]]
        : outcomes.map(({ id: entry, part, verdict, got }) => [
            ...[requirement, id, entry, part, verdictNames[verdict]],
            verdict === "accepted" || verdict === "refused" ? "" : got,
          ]),
    ),
  );
  const isUnassigned = ([requirement]: readonly string[]) => Number(requirement === "");
  return toCsvFile(
    ["requirement", "rule", "case", "checked in", "result", "reason"],
    lines.sort((a, b) => isUnassigned(a) - isUnassigned(b)),
  );
}

/** The page of totals: how much was proved, what was refuted and what was not tried. */
export function toPage(
  results: readonly RuleResult[],
  outcomes: readonly Outcome[],
  unapproved: readonly BaselineChange[],
): string {
  const refuted = discrepanciesIn(outcomes);
  const tried = parts.filter((part) => ofPart(outcomes, part).length > 0);
  const verdicts = countVerdicts(outcomes).map(([name]) => name);
  const summaries = tried.map((part) => {
    const partOutcomes = ofPart(outcomes, part);
    const counts = new Map(countVerdicts(partOutcomes));
    const { proved, percent } = coverageOf(results, part);
    return [
      part,
      partOutcomes.length,
      ...verdicts.map((name) => counts.get(name) ?? 0),
      `${proved} of ${results.length} (${percent} %)`,
    ];
  });
  const failures = refuted.map((outcome) => {
    const { screenshot } = outcome;
    return (
      element("pre", {}, escapeXml(failureText(outcome))) + (screenshot ? element("img", { src: screenshot }) : "")
    );
  });
  const reasons = tried.flatMap((part) => reasonsIn(ofPart(outcomes, part)).map((reason) => [part, ...reason]));
  // On a phone a row is a card, and each value has its heading.
  const labels = tableTitles
    .slice(1)
    .map((column, index) => `.form td:nth-child(${index + 1})::before { content: "${column}: "; opacity: .7 }`);
  const title = `${refuted.length} refuted, ${unapproved.length} not approved`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rule book: ${title}</title>
<style>:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif } body { margin: 2rem }
pre { white-space: pre-wrap } img { max-width: 100% } td, th { padding: .2rem .8rem .2rem 0; text-align: start; vertical-align: top; overflow-wrap: anywhere; min-width: 6rem }
th { position: sticky; top: 0; background: Canvas } td { border-top: 1px solid #8884 } summary { font-weight: 600; margin-block: 1rem .2rem }
.form table { width: 100%; table-layout: fixed; border-collapse: collapse }
@media (width < 48rem) { body { margin: 1rem } table { display: block; overflow: auto } .form :is(tbody, tr, td) { display: block }
.form tr { padding-block: .4rem; border-top: 1px solid #8884 } .form tr:first-child { display: none } .form td { padding: 0; border: 0 } ${labels.join(" ")} }</style>
<h1>Rule book: ${title}</h1>
${table(["checked in", "cases", ...verdicts, "rules proved"], summaries)}
<h2>Refuted</h2>
${failures.join("\n") || "<p>None.</p>"}
<h2>Not approved</h2>
${element("pre", {}, escapeXml(unapproved.map(formatChange).join("\n") || "None."))}
<h2>Not tried</h2>
${table(["checked in", "reason", "cases"], reasons)}
<h2>Rules</h2>
<label>Filter by words ${element("input", { type: "search", oninput: FILTER })}</label>
${tablesOfForms(results)}
<p>rules.csv has this table, traceability.csv has each case, matrix.csv each rule.</p>
</html>
`;
}

function table(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const row = (name: string, cells: readonly (string | number)[]) =>
    element("tr", {}, cells.map((cell) => element(name, {}, escapeXml(String(cell)))).join(""));
  return element("table", {}, [row("th", titles), ...rows.map((cells) => row("td", cells))].join("\n"));
}
