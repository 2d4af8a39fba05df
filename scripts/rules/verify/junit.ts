import type { Outcome } from "./outcome.ts";
import { countsOf } from "./totals.ts";

/** Formats outcomes as JUnit XML: one suite per part and resource, one test per case. */
export function asJUnit(outcomes: readonly Outcome[]): string {
  const suites = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const name = `${outcome.part} ${outcome.resource}`;
    suites.set(name, [...(suites.get(name) ?? []), outcome]);
  }
  const { cases, discrepancy, skipped } = countsOf(outcomes);
  const head = `<testsuites name="rule book" tests="${cases}" failures="${discrepancy}" skipped="${skipped}">`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${[...suites].map(suiteOf).join("\n")}\n</testsuites>\n`;
}

function suiteOf([name, outcomes]: readonly [string, readonly Outcome[]]): string {
  const { cases, discrepancy, skipped } = countsOf(outcomes);
  const tests = outcomes.map(testOf).join("\n");
  return `  <testsuite name="${toMarkup(name)}" tests="${cases}" failures="${discrepancy}" skipped="${skipped}">\n${tests}\n  </testsuite>`;
}

function testOf({ part, resource, name, verdict, value, expected, got, where }: Outcome): string {
  const head = `    <testcase classname="${toMarkup(`${part}.${resource}`)}" name="${toMarkup(name)}"`;
  if (verdict === "discrepancy") {
    const text = `value ${value}\nexpected ${expected}\ngot ${got}\nwhere ${where}`;
    return `${head}><failure message="${toMarkup(`expected ${expected}, got ${got}`)}">${toMarkup(text)}</failure></testcase>`;
  }
  return verdict === "skipped" ? `${head}><skipped message="${toMarkup(got)}"/></testcase>` : `${head}/>`;
}

/** Escapes text for elements and attributes; replaces control characters, which XML 1.0 cannot represent. */
export function toMarkup(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
