import { toCsvLine } from "../../src/core/csv.ts";
import type { Json, ResourceDescriptor, RuleEntry } from "../../src/core/descriptor.ts";
import { fieldAtPointer } from "../../src/core/fieldAtPointer.ts";
import { ruleIdOf, shortRule } from "../../src/core/rulebook/caseIds.ts";
import { casesOf, modeOf } from "../../src/core/rulebook/cases.ts";
import { boundOf, rolesUnder } from "../../src/core/rulebook/describe.ts";
import { paramsOf } from "../../src/core/rulebook/ruleParams.ts";
import { fieldKey } from "../../src/panel/resource/labels.ts";
import { pathOf } from "../../src/panel/views/form/problemTexts.ts";
import { formTexts } from "./formTexts.ts";
import { noRecords } from "./verify/book.ts";

const MAX_WIDTH = 46;

/** Formats the rules as a fixed-width table without empty columns. */
export function asTable(rows: readonly RuleRow[], language: string): string {
  const cells = rows.map((row) => [
    row.pointer,
    row.label,
    row.rule,
    row.bound,
    examples(row.accepted),
    examples(row.refused),
    row.form === "update" ? "change" : "",
    row.side === "server" ? "server" : "",
    row.condition,
    row.requirements.join(" "),
    row.messages[language] ?? "",
  ]);
  const head = "field label rule bound accepted refused form side when requirement message".split(" ");
  const columns = head.flatMap((title, index) => {
    const texts = cells.map((row) => cut(row[index] ?? "", index === head.length - 1 ? 120 : MAX_WIDTH));
    return texts.some((text) => text !== "") ? [[title, ...texts]] : [];
  });
  const widths = columns.map((texts) => Math.max(...texts.map((text) => text.length)));
  const lines = Array.from({ length: rows.length + 1 }, (_, line) =>
    columns
      .map((texts, index) => (texts[line] ?? "").padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => "-".repeat(width)).join("  "));
  return lines.join("\n");
}

/** Formats the rules as CSV: one row per rule, one message column per language. */
export function asCsv(rows: readonly RuleRow[]): string {
  const languages = Object.keys(rows[0]?.messages ?? {});
  const head =
    "id requirements resource pointer labelKey label rule bound messageKey example accepted refused form side roles condition";
  const lines = rows.map((row) => [
    row.id,
    row.requirements.join(" "),
    row.resource,
    row.pointer,
    row.labelKey,
    row.label,
    row.rule,
    row.bound,
    row.messageKey,
    JSON.stringify(row.example),
    JSON.stringify(row.accepted),
    JSON.stringify(row.refused),
    row.form,
    row.side,
    row.roles.join(" "),
    row.condition,
    ...languages.map((language) => row.messages[language] ?? ""),
  ]);
  const titles = [...head.split(" "), ...languages.map((language) => `message ${language}`)];
  return [titles, ...lines].map(toCsvLine).join("");
}

function examples(values: readonly Json[]): string {
  return values.map((value) => short(JSON.stringify(value))).join(" ");
}

function short(text: string): string {
  return text.length > 24 ? `${text.slice(0, 12)}…(${text.length - 2})` : text;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** A rule in printable form. */
export interface RuleRow {
  /** The same for as long as resource, field and rule are. */
  readonly id: string;
  /** Ids of the requirements that it proves. */
  readonly requirements: readonly string[];
  readonly resource: string;
  readonly pointer: string;
  readonly labelKey: string;
  readonly label: string;
  readonly rule: string;
  readonly bound: string;
  readonly messageKey: string;
  readonly params: Readonly<Record<string, Json>>;
  /** Messages by language. */
  readonly messages: Readonly<Record<string, string>>;
  /** A valid value. */
  readonly example: Json;
  readonly accepted: readonly Json[];
  readonly refused: readonly Json[];
  readonly form: "create" | "update";
  readonly side: "browser and server" | "server";
  readonly roles: readonly string[];
  readonly condition: string;
}

/** Resolves labels and condition in the first language and the message in every language. */
export function rowOf(rule: RuleEntry, descriptor: ResourceDescriptor, languages: readonly string[]): RuleRow {
  const { resource, pointer, key, side, requirements = [] } = rule;
  const texts = formTexts(resource, languages[0] ?? "en");
  const params = paramsOf(rule, fieldAtPointer(descriptor.fields, pointer));
  const own = casesOf(rule, descriptor, noRecords).filter(({ expects }) => expects === "accepted");
  return {
    id: ruleIdOf(rule),
    requirements,
    resource,
    pointer,
    labelKey: fieldKey(resource, pathOf(pointer)),
    label: texts.label(pointer),
    rule: shortRule(rule),
    bound: boundOf({ ...rule, params }),
    messageKey: key,
    params,
    messages: Object.fromEntries(languages.map((locale) => [locale, formTexts(resource, locale).message(rule)])),
    example: own[0]?.value ?? null,
    accepted: own.flatMap(({ value }) => (value === undefined ? [] : [value])),
    refused: rule.invalid,
    form: modeOf(rule),
    side: side === "both" ? "browser and server" : "server",
    roles: rolesUnder(descriptor, rule),
    condition: texts.condition(rule),
  };
}
