import { toMarkup } from "./junit.ts";
import { type Outcome, type Part, parts } from "./outcome.ts";
import { countsOf, discrepanciesIn, ofPart } from "./totals.ts";

export interface ReportFacts {
  /** The command line. */
  readonly command: string;
  readonly finished: Date;
  readonly seconds: number;
  readonly isCancelled: boolean;
}

const partNames: Readonly<Record<Part, string>> = {
  validator: "Validator",
  api: "API",
  made: "Random records",
  form: "Form",
};

/** A self-contained HTML report: totals by resource, discrepancies, then every case. */
export function reportPage(outcomes: readonly Outcome[], facts: ReportFacts): string {
  const failures = discrepanciesIn(outcomes);
  const { cases, accepted, refused } = countsOf(outcomes);
  const verdict = failures.length === 0 ? "No discrepancies" : `${failures.length} discrepancies`;
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
<p class="verdict ${failures.length === 0 ? "good" : "bad"}" role="status">${verdict}${facts.isCancelled ? ", stopped early" : ""}</p>
<dl class="facts">
<div><dt>Cases</dt><dd>${cases}</dd></div>
<div><dt>Accepted as expected</dt><dd>${accepted}</dd></div>
<div><dt>Rejected as expected</dt><dd>${refused}</dd></div>
<div><dt>Seconds</dt><dd>${Math.round(facts.seconds)}</dd></div>
<div><dt>Finished</dt><dd><time datetime="${facts.finished.toISOString()}">${facts.finished.toISOString().slice(0, 16).replace("T", " ")} UTC</time></dd></div>
</dl>
<p><code>${toMarkup(facts.command)}</code></p>
${failures.length > 0 ? `<h2 id="discrepancies">Discrepancies</h2>\n${table(failures, "Cases whose result differs from the rule book")}` : ""}
<h2 id="totals">By resource</h2>
${totals(outcomes)}
<h2 id="cases">Every case</h2>
<p>“Other rule”: the value satisfies this rule, but a rule about other records or about the time rejects it.
“Not tried”: the value cannot be entered this way, such as a list in a switch.</p>
${resourcesOf(outcomes)
  .map((name) => details(name, outcomes))
  .join("\n")}
</main>
</body>
</html>
`;
}

function resourcesOf(outcomes: readonly Outcome[]): string[] {
  return [...new Set(outcomes.map(({ resource }) => resource))].sort();
}

function totals(outcomes: readonly Outcome[]): string {
  const tried = parts.filter((part) => ofPart(outcomes, part).length > 0);
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
        '<th scope="col">accepted</th><th scope="col">refused</th><th scope="col">other rule</th><th scope="col">not tried</th><th scope="col">discrepancies</th>',
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
  overruled: "other rule",
  skipped: "not tried",
  discrepancy: "discrepancy",
};

function table(outcomes: readonly Outcome[], caption: string): string {
  const rows = outcomes.map(({ part, resource, pointer, rule, value, verdict, expected, got, where }) => {
    const hasMore = verdict !== "accepted" && verdict !== "refused";
    const more = hasMore
      ? `<br>expected: ${toMarkup(expected)}<br>got: ${toMarkup(got)}<br>where: ${toMarkup(where)}`
      : "";
    return `<tr class="${verdict}"><td>${partNames[part]}</td><td><code>${toMarkup(resource)}</code></td><td><code>${toMarkup(pointer)}</code></td><td>${toMarkup(rule)}</td><td><code>${toMarkup(value)}</code></td><td>${verdictNames[verdict]}${more}</td></tr>`;
  });
  return `<div class="wide" role="region" aria-label="${toMarkup(caption)}" tabindex="0"><table><caption>${toMarkup(caption)}</caption>
<thead><tr><th scope="col">checked in</th><th scope="col">resource</th><th scope="col">field</th><th scope="col">rule</th><th scope="col">value</th><th scope="col">result</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}

/** Legible on screen in light and dark, at any width, and on paper. */
const reportStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1d232b, #e6e9ee); --soft: light-dark(#5a6572, #a4adb9);
  --page: light-dark(#f6f7f9, #14181d); --card: light-dark(#fff, #1c2229); --line: light-dark(#d9dee4, #343c46);
  --good: light-dark(#1b6e3c, #7fd8a0); --bad: light-dark(#b3261e, #ffb4ab); --link: light-dark(#0b5cad, #8ec5ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); }
main { max-width: 1200px; margin: 0 auto; padding: 24px 16px 64px; }
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
@media print { .wide { overflow: visible; } details { break-inside: avoid; } }
`;
