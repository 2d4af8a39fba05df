import { type Change, changesLine } from "../baseline/changes.ts";
import { type BookedRule, coverageOf } from "./coverage.ts";
import { failureFacts } from "./failure.ts";
import { toMarkup } from "./junit.ts";
import { countsOf, discrepanciesIn, idOf, type Outcome, ofPart, type Part, parts, reasonsIn } from "./outcome.ts";

export interface ReportFacts {
  /** The command line. */
  readonly command: string;
  readonly finished: Date;
  readonly seconds: number;
  readonly isCancelled: boolean;
  /** All rules that could have been proved. */
  readonly rules: readonly BookedRule[];
  /** What differs from the approved rules and rights. */
  readonly unapproved: readonly Change[];
}

const partNames: Readonly<Record<Part, string>> = {
  validator: "Validator",
  api: "API",
  made: "Made records",
  form: "Form",
};

/** A self-contained HTML report: totals by resource, discrepancies, then every case. */
export function reportPage(outcomes: readonly Outcome[], facts: ReportFacts): string {
  const failures = discrepanciesIn(outcomes);
  const { cases, proved, skipped, overruled } = countsOf(outcomes);
  const refuted = failures.length === 0 ? "Nothing refuted" : `${failures.length} refuted`;
  const verdict = facts.unapproved.length === 0 ? refuted : `${refuted}, ${facts.unapproved.length} not approved`;
  const isGood = failures.length + facts.unapproved.length === 0;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rule book: ${verdict}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>Rule book, verified</h1>
<p class="verdict ${isGood ? "good" : "bad"}" role="status">${verdict}${facts.isCancelled ? ", stopped early" : ""}</p>
<dl class="facts">
<div><dt>Cases</dt><dd>${cases}</dd></div>
<div><dt>Proved</dt><dd>${proved}</dd></div>
<div><dt>Refuted</dt><dd>${failures.length}</dd></div>
<div><dt>Not tried</dt><dd>${skipped}</dd></div>
<div><dt>Kept out by another rule</dt><dd>${overruled}</dd></div>
<div><dt>Seconds</dt><dd>${Math.round(facts.seconds)}</dd></div>
<div><dt>Finished</dt><dd>${asTime(facts.finished.toISOString())}</dd></div>
</dl>
<p><code>${toMarkup(facts.command)}</code></p>
${unapproved(facts.unapproved)}
${failures.length > 0 ? `<h2 id="refuted">Refuted</h2>\n${failures.map(failure).join("\n")}` : ""}
<h2 id="coverage">Rules proved</h2>
${coverage(outcomes, facts.rules)}
<h2 id="totals">By resource</h2>
${totals(outcomes)}
<h2 id="reasons">Not tried</h2>
${reasons(outcomes)}
<section class="cases">
<h2 id="cases">Every case</h2>
<p>“Kept out by another rule”: the value satisfies this rule, but another one rejects it, so nothing is proved.
“Not tried”: the value cannot be entered this way, such as a list in a switch.</p>
${resourcesOf(outcomes)
  .map((name) => details(name, outcomes))
  .join("\n")}
</section>
</main>
</body>
</html>
`;
}

function unapproved(changes: readonly Change[]): string {
  if (changes.length === 0) return "";
  const rows = changes.map(({ id, before = "absent", after = "absent" }) => {
    return `<tr><td><code>${toMarkup(id)}</code></td><td>${toMarkup(before)}</td><td>${toMarkup(after)}</td></tr>`;
  });
  return `<h2 id="unapproved">Not approved</h2>
<p>${changesLine(changes)}</p>
${plainTable("unapproved", ["rule or right", "approved", "now"], rows)}`;
}

function resourcesOf(outcomes: readonly Outcome[]): string[] {
  return [...new Set(outcomes.map(({ resource }) => resource))].sort();
}

function failure(outcome: Outcome): string {
  const facts = failureFacts(outcome).map(([term, text]) => `<div><dt>${term}</dt><dd>${toMarkup(text)}</dd></div>`);
  const { screenshot } = outcome;
  const picture = screenshot ? `<img src="${toMarkup(screenshot)}" alt="The form with this value">` : "";
  return `<article class="failure"><h3>${partNames[outcome.part]}: ${toMarkup(outcome.name)}</h3><dl>${facts.join("")}</dl>${picture}</article>`;
}

function coverage(outcomes: readonly Outcome[], rules: readonly BookedRule[]): string {
  const rows = triedIn(outcomes).map((part) => {
    const { proved, rules: all, percent } = coverageOf(rules, outcomes, part);
    return `<tr><th scope="row">${partNames[part]}</th><td>${proved}</td><td>${all}</td><td>${percent} %</td></tr>`;
  });
  return `<p>A rule is proved if both of its sides were seen, as far as it has values for them, and no case refuted it.</p>
${plainTable("coverage", ["checked in", "rules proved", "of", "share"], rows)}
<p><code>matrix.csv</code> has each rule by each way in, <code>traceability.csv</code> each requirement.</p>`;
}

function reasons(outcomes: readonly Outcome[]): string {
  const rows = triedIn(outcomes).flatMap((part) =>
    reasonsIn(ofPart(outcomes, part)).map(
      ([reason, count]) => `<tr><td>${partNames[part]}</td><td>${toMarkup(reason)}</td><td>${count}</td></tr>`,
    ),
  );
  return rows.length === 0
    ? "<p>Every case was tried.</p>"
    : plainTable("reasons", ["checked in", "reason", "cases"], rows);
}

function plainTable(labelledBy: string, heads: readonly string[], rows: readonly string[]): string {
  const titles = heads.map((head) => `<th scope="col">${head}</th>`).join("");
  return `<div class="wide" role="region" aria-labelledby="${labelledBy}" tabindex="0"><table>
<thead><tr>${titles}</tr></thead><tbody>${rows.join("\n")}</tbody></table></div>`;
}

function triedIn(outcomes: readonly Outcome[]): Part[] {
  return parts.filter((part) => ofPart(outcomes, part).length > 0);
}

function asTime(instant: string): string {
  return `<time datetime="${instant}">${instant.slice(0, 16).replace("T", " ")} UTC</time>`;
}

function totals(outcomes: readonly Outcome[]): string {
  const tried = triedIn(outcomes);
  const rows = resourcesOf(outcomes).map((name) => {
    const own = outcomes.filter(({ resource }) => resource === name);
    const cells = tried.map((part) => countCells(ofPart(own, part))).join("");
    return `<tr><th scope="row"><a href="#of-${name}">${toMarkup(name)}</a></th>${cells}</tr>`;
  });
  const sums = tried.map((part) => countCells(ofPart(outcomes, part))).join("");
  const groups = tried.map((part) => `<th colspan="5" scope="colgroup">${partNames[part]}</th>`).join("");
  const heads = tried
    .map(
      () =>
        '<th scope="col">accepted</th><th scope="col">refused</th><th scope="col">kept out</th><th scope="col">not tried</th><th scope="col">refuted</th>',
    )
    .join("");
  return `<div class="wide" role="region" aria-labelledby="totals" tabindex="0"><table class="totals">
<thead><tr><th rowspan="2" scope="col">Resource</th>${groups}</tr><tr>${heads}</tr></thead>
<tbody>${rows.join("\n")}</tbody>
<tfoot><tr><th scope="row">All</th>${sums}</tr></tfoot></table></div>`;
}

function countCells(outcomes: readonly Outcome[]): string {
  const { accepted, refused, overruled, skipped, discrepancy } = countsOf(outcomes);
  const bad = discrepancy > 0 ? ' class="bad"' : "";
  return `${[accepted, refused, overruled, skipped].map((count) => `<td>${count}</td>`).join("")}<td${bad}>${discrepancy}</td>`;
}

function details(name: string, outcomes: readonly Outcome[]): string {
  const own = outcomes.filter(({ resource }) => resource === name);
  return `<details id="of-${name}"><summary>${toMarkup(name)} <span>${own.length} cases</span></summary>
${table(own, `Cases of ${name}`)}</details>`;
}

const verdictNames: Readonly<Record<Outcome["verdict"], string>> = {
  accepted: "accepted",
  refused: "refused",
  overruled: "kept out by another rule",
  skipped: "not tried",
  discrepancy: "refuted",
};

function table(outcomes: readonly Outcome[], caption: string): string {
  const rows = outcomes.map((outcome) => {
    const { part, pointer, rule, value, verdict, expected, got, where } = outcome;
    const hasMore = verdict !== "accepted" && verdict !== "refused";
    const more = hasMore
      ? `<br>expected: ${toMarkup(expected)}<br>got: ${toMarkup(got)}<br>where: ${toMarkup(where)}`
      : "";
    return `<tr class="${verdict}"><td>${partNames[part]}</td><td><code>${toMarkup(idOf(outcome))}</code></td><td><code>${toMarkup(pointer)}</code></td><td>${toMarkup(rule)}</td><td><code>${toMarkup(value)}</code></td><td>${verdictNames[verdict]}${more}</td></tr>`;
  });
  return `<div class="wide" role="region" aria-label="${toMarkup(caption)}" tabindex="0"><table><caption>${toMarkup(caption)}</caption>
<thead><tr><th scope="col">checked in</th><th scope="col">case</th><th scope="col">field</th><th scope="col">rule</th><th scope="col">value</th><th scope="col">result</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

/** Legible on screen in light and dark, at any width, and on paper. */
const reportStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1d232b, #e6e9ee); --soft: light-dark(#5a6572, #a4adb9);
  --page: light-dark(#f6f7f9, #14181d); --card: light-dark(#fff, #1c2229); --line: light-dark(#d9dee4, #343c46);
  --good: light-dark(#1b6e3c, #7fd8a0); --bad: light-dark(#b3261e, #ffb4ab); --link: light-dark(#0b5cad, #8ec5ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); }
main { max-width: 2400px; margin: 0 auto; padding: 24px clamp(16px, 2vw, 48px) 64px; }
h1 { font-size: 1.6rem; margin: 0 0 4px; } h2 { font-size: 1.2rem; margin: 32px 0 8px; }
a { color: var(--link); } a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.verdict { font-size: 1.15rem; font-weight: 600; margin: 0 0 16px; } .good { color: var(--good); } .bad { color: var(--bad); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 8px; margin: 0; }
.facts div { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; }
dt { color: var(--soft); font-size: .85rem; } dd { margin: 0; font-size: 1.1rem; font-variant-numeric: tabular-nums; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.wide { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; padding: 8px 12px; color: var(--soft); }
th, td { text-align: left; vertical-align: top; padding: 6px 12px; border-top: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; white-space: nowrap; }
.totals td { text-align: right; font-variant-numeric: tabular-nums; } .totals thead th { text-align: right; }
.totals th[scope=row], .totals thead th:first-child, .totals [scope=colgroup] { text-align: left; }
.totals [scope=colgroup] { border-left: 1px solid var(--line); } tfoot { font-weight: 600; }
tr.discrepancy td { color: var(--bad); } tr.overruled td, tr.skipped td { color: var(--soft); } td.bad { font-weight: 700; }
details { margin: 8px 0; } summary { cursor: pointer; padding: 8px 4px; min-height: 24px; font-weight: 600; }
summary span { color: var(--soft); font-weight: 400; }
.failure { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; margin: 8px 0; padding: 8px 16px; }
.failure h3 { font-size: 1rem; margin: 0 0 4px; } .failure dl { margin: 0; } .failure div { display: grid; grid-template-columns: 6rem 1fr; }
.failure dd { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; } .failure img { max-width: 100%; max-height: 480px; margin-top: 8px; }
.totals { font-size: .9rem; } .totals td, .totals th { padding-inline: 8px; }
@page { size: A4 landscape; margin: 12mm; }
@media print {
  :root { color-scheme: light; } body { background: none; font-size: 9pt; } main { padding: 0; }
  .wide { overflow: visible; border: 0; } .cases { display: none; } thead { display: table-header-group; }
  tr, .failure, .facts { break-inside: avoid; } h2 { break-after: avoid; } a { color: inherit; text-decoration: none; }
  th, td { padding: 2px 4px; } .totals { font-size: 7pt; } .totals thead th { white-space: normal; }
}
`;
