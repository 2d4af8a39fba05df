import { toMarkup } from "./junit.ts";
import { type Outcome, type Part, parts } from "./outcome.ts";
import { reportStyle } from "./reportStyle.ts";
import { countsOf, discrepanciesIn, ofPart } from "./totals.ts";

export interface ReportFacts {
  /** What was asked for, as typed. */
  readonly command: string;
  readonly finished: Date;
  readonly seconds: number;
  readonly isCancelled: boolean;
}

const partNames: Readonly<Record<Part, string>> = {
  validator: "Validator",
  api: "API",
  made: "made records",
  form: "Form",
};

/** One HTML file without anything around it: totals by resource first, then what went wrong, then every case. */
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
<p class="verdict ${failures.length === 0 ? "good" : "bad"}" role="status">${verdict}${facts.isCancelled ? ", stopped before the end" : ""}</p>
<dl class="facts">
<div><dt>Cases</dt><dd>${cases}</dd></div>
<div><dt>Accepted as they should</dt><dd>${accepted}</dd></div>
<div><dt>Refused as they should</dt><dd>${refused}</dd></div>
<div><dt>Seconds</dt><dd>${Math.round(facts.seconds)}</dd></div>
<div><dt>Finished</dt><dd><time datetime="${facts.finished.toISOString()}">${facts.finished.toISOString().slice(0, 16).replace("T", " ")} UTC</time></dd></div>
</dl>
<p><code>${toMarkup(facts.command)}</code></p>
${failures.length > 0 ? `<h2 id="discrepancies">Discrepancies</h2>\n${table(failures, "Cases that went otherwise than the book says")}` : ""}
<h2 id="totals">By resource</h2>
${totals(outcomes)}
<h2 id="cases">Every case</h2>
<p>“Other rule” means that the rule has nothing against the value, but one about other records, or about the time, has.
“Not tried” means that this way in has no means to bring such a value in: nobody types a list into a switch.</p>
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
<thead><tr><th scope="col">way in</th><th scope="col">resource</th><th scope="col">field</th><th scope="col">rule</th><th scope="col">value</th><th scope="col">result</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`;
}
