import { toCsvLine } from "../../src/core/csv.ts";
import type { Json } from "../../src/core/descriptor.ts";
import type { RuleRow } from "./rows.ts";

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
