import languages from "../../i18n/languages.json" with { type: "json" };
import { ruleIdOf, shortRule } from "../../src/core/rulebook/caseIds.ts";
import { type CaseFormat, caseRows, toCaseFile } from "../../src/core/rulebook/caseRows.ts";
import { modeOf, validValuesOf } from "../../src/core/rulebook/cases.ts";
import { boundOf, rolesThatCanBreak } from "../../src/core/rulebook/describe.ts";
import { paramsOf } from "../../src/core/rulebook/ruleParams.ts";
import type { Json, RuleEntry } from "../../src/core/schema/descriptor.ts";
import { businessError } from "../../src/core/validation/businessRules.ts";
import { fieldAtPointer } from "../../src/core/validation/errors.ts";
import { toCsvLine } from "../../src/core/values/csv.ts";
import { fieldKey } from "../../src/panel/navigation/labels.ts";
import { stripListIndexes } from "../../src/panel/views/form/errorMessages.ts";
import { formTexts, translator } from "./formTexts.ts";
import { bookRulesOf, businessBook, moduleOf, noRecords } from "./verify/book.ts";

export interface PrintOptions {
  readonly json?: boolean;
  readonly csv?: boolean;
  /** Format of the cases, one a row. */
  readonly cases?: CaseFormat;
  readonly language: string;
}

/** Prints the rules of these forms. */
export function printRules(names: readonly string[], { json, csv, cases, language }: PrintOptions): void {
  if (cases) {
    const rows = names.flatMap((name) =>
      caseRows(moduleOf(name).descriptor, bookRulesOf(name), formTexts(name, language), noRecords),
    );
    process.stdout.write(toCaseFile(rows, cases));
    return;
  }
  const rows = names.flatMap((name) => bookRulesOf(name).map((rule) => toRuleRow(rule, language)));
  if (json) console.log(JSON.stringify(rows, null, 2));
  else if (csv) process.stdout.write(toCsv(rows));
  else {
    for (const name of names) {
      const formRows = rows.filter(({ resource }) => resource === name);
      console.log(`${name}: ${formRows.length} rules\n\n${toTable(formRows, language)}\n`);
      for (const line of businessLines(name, language)) console.log(line);
    }
  }
}

type RuleRow = ReturnType<typeof toRuleRow>;

/** A rule in printable form: labels and condition in one language, the message in every one. */
function toRuleRow(rule: RuleEntry, language: string) {
  const { resource, pointer, key, side, requirements = [] } = rule;
  const { descriptor } = moduleOf(resource);
  const params = paramsOf(rule, fieldAtPointer(descriptor.fields, pointer));
  const texts = formTexts(resource, language);
  const accepted = validValuesOf(rule, descriptor, noRecords);
  return {
    /** Stable as long as resource, field and rule are. */
    id: ruleIdOf(rule),
    requirements,
    resource,
    pointer,
    labelKey: fieldKey(resource, stripListIndexes(pointer)),
    label: texts.label(pointer),
    rule: shortRule(rule),
    bound: boundOf({ ...rule, params }),
    messageKey: key,
    params,
    messages: Object.fromEntries(languages.map((locale) => [locale, formTexts(resource, locale).message(rule)])),
    example: accepted[0] ?? null,
    accepted,
    refused: rule.invalid,
    form: modeOf(rule),
    side: side === "both" ? "browser and server" : "server",
    roles: rolesThatCanBreak(descriptor, rule),
    condition: texts.condition(rule),
  };
}

/** One row a rule; the last columns have the message in each language. */
function toCsv(rows: readonly RuleRow[]): string {
  const lines = rows.map(({ params, messages, ...row }) => [
    ...Object.entries(row).map(([name, value]) => {
      const isJson = name === "example" || name === "accepted" || name === "refused";
      return [name, isJson ? JSON.stringify(value) : [value].flat().join(" ")];
    }),
    ...languages.map((locale) => [`message ${locale}`, messages[locale] ?? ""]),
  ]);
  const titles = (lines[0] ?? []).map(([title = ""]) => title);
  return [titles, ...lines.map((line) => line.map(([, text = ""]) => text))].map(toCsvLine).join("");
}

/** A table without the columns that are empty in every row. */
function toTable(rows: readonly RuleRow[], language: string): string {
  const lines = rows.map((row) => ({
    field: row.pointer,
    label: row.label,
    rule: row.rule,
    bound: row.bound,
    accepted: examples(row.accepted),
    refused: examples(row.refused),
    form: row.form === "update" ? "change" : "",
    side: row.side === "server" ? "server" : "",
    when: row.condition,
    requirement: row.requirements.join(" "),
    message: row.messages[language] ?? "",
  }));
  const columns = (Object.keys(lines[0] ?? {}) as (keyof (typeof lines)[number])[])
    .filter((title) => lines.some((line) => line[title] !== ""))
    .map((title) => {
      const texts = [title, ...lines.map((line) => truncate(line[title], title === "message" ? 120 : 46))];
      const width = Math.max(...texts.map(({ length }) => length));
      return texts.toSpliced(1, 0, "-".repeat(width)).map((text) => text.padEnd(width));
    });
  return (columns[0] ?? [])
    .map((_, line) =>
      columns
        .map((texts) => texts[line])
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function examples(values: readonly Json[]): string {
  return values.map((value) => truncate(JSON.stringify(value), 24)).join(" ");
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** The rules that depend on other records: the state and the message. */
function businessLines(resource: string, language: string): string[] {
  const translate = translator(language);
  const lines = businessBook(resource).map(({ pointer, rule }) =>
    [pointer, rule, translate(`rulebook.states.${rule}`), translate(businessError(pointer, rule).key)].join("  "),
  );
  return lines.length === 0 ? [] : [translate("rulebook.business.title"), ...lines, ""];
}
