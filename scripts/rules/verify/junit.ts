import { placedRuleId } from "../../../src/core/rulebook/caseIds.ts";
import { type Change, changeText } from "../baseline/changes.ts";
import type { BookedRule } from "./coverage.ts";
import { failureFacts } from "./failure.ts";
import { countsOf, idOf, type Outcome } from "./outcome.ts";

/** Formats outcomes as JUnit XML: one suite per part and resource, one test per case, and one for each unapproved change. */
export function asJUnit(
  outcomes: readonly Outcome[],
  rules: readonly BookedRule[] = [],
  unapproved: readonly Change[] = [],
): string {
  const suites = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const name = `${outcome.part} ${outcome.resource}`;
    suites.set(name, [...(suites.get(name) ?? []), outcome]);
  }
  const requirements = new Map(rules.map((rule) => [rule.id, rule.requirements]));
  const head = `<testsuites name="rule book" ${totalsOf(outcomes, unapproved)}>`;
  const bodies = [
    ...[...suites].map(([name, own]) => suiteOf(name, own, requirements)),
    ...(unapproved.length > 0 ? [baselineSuite(unapproved)] : []),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${bodies.join("\n")}\n</testsuites>\n`;
}

type Requirements = ReadonlyMap<string, readonly string[]>;

/** A case that another rule kept out proves nothing: it counts as skipped. */
function totalsOf(outcomes: readonly Outcome[], unapproved: readonly Change[] = []): string {
  const { cases, discrepancy, skipped, overruled } = countsOf(outcomes);
  const seconds = outcomes.reduce((sum, outcome) => sum + (outcome.seconds ?? 0), 0);
  const [first] = outcomes.flatMap(({ startedAt }) => startedAt ?? []);
  const since = first ? ` timestamp="${first.toISOString()}"` : "";
  return `tests="${cases + unapproved.length}" failures="${discrepancy + unapproved.length}" errors="0" skipped="${skipped + overruled}" time="${seconds.toFixed(3)}"${since}`;
}

function suiteOf(name: string, outcomes: readonly Outcome[], requirements: Requirements): string {
  const tests = outcomes.map((outcome) => testOf(outcome, requirements)).join("\n");
  return `  <testsuite name="${toMarkup(name)}" ${totalsOf(outcomes)}>\n${tests}\n  </testsuite>`;
}

/** What nobody has approved fails, whatever the parts say of it. */
function baselineSuite(unapproved: readonly Change[]): string {
  const tests = unapproved.map((change) => {
    const failure = `<failure message="${toMarkup(`unapproved: ${changeText(change)}`)}"/>`;
    return `    <testcase classname="baseline" name="${toMarkup(change.id)}" time="0.000">${failure}</testcase>`;
  });
  return `  <testsuite name="baseline" ${totalsOf([], unapproved)}>\n${tests.join("\n")}\n  </testsuite>`;
}

function testOf(outcome: Outcome, requirements: Requirements): string {
  const { part, resource, name, seconds = 0 } = outcome;
  const head = `classname="${toMarkup(`${part}.${resource}`)}" name="${toMarkup(name)}" time="${seconds.toFixed(3)}"`;
  return `    <testcase ${head}>${propertiesOf(outcome, requirements)}${resultOf(outcome)}</testcase>`;
}

function propertiesOf(outcome: Outcome, requirements: Requirements): string {
  const ruleIds = outcome.covers ?? [placedRuleId(outcome)];
  const needed = [...new Set(ruleIds.flatMap((id) => requirements.get(id) ?? []))];
  const properties = {
    case_id: idOf(outcome),
    rule_id: ruleIds.join(","),
    requirements: needed.join(","),
  };
  const lines = Object.entries(properties)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `<property name="${name}" value="${toMarkup(value)}"/>`);
  return `<properties>${lines.join("")}</properties>`;
}

function resultOf(outcome: Outcome): string {
  const { verdict, expected, got } = outcome;
  switch (verdict) {
    case "discrepancy": {
      const text = failureFacts(outcome)
        .map(([term, fact]) => `${term} ${fact}`)
        .join("\n");
      return `<failure message="${toMarkup(`expected ${expected}, got ${got}`)}">${toMarkup(text)}</failure>`;
    }
    case "skipped":
      return `<skipped message="${toMarkup(`not tried: ${got}`)}"/>`;
    case "overruled":
      return `<skipped message="${toMarkup(`kept out by another rule: ${got}`)}"/>`;
    default:
      return "";
  }
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
