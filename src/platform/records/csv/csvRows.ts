import languages from "../../../../i18n/languages.json" with { type: "json" };
import type { CsvError, CsvRule } from "../../../core/api/csvReport.ts";
import type { Json } from "../../../core/schema/descriptor.ts";
import { flatKey } from "../../../core/schema/texts.ts";
import { validationFailed } from "../../../core/validation/errors.ts";
import { type CsvLine, readCsv, separatorOf } from "../../../core/values/csvReader.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { CsvShape } from "./csvShape.ts";

/** A line of the file before it becomes a record. */
export interface CsvRow {
  readonly line: number;
  /** Text by column name. */
  readonly cells: ReadonlyMap<string, string>;
  readonly problems: CsvError[];
}

/** A part of a file, and the progress after it. */
export interface CsvPart {
  readonly rows: readonly CsvRow[];
  readonly share: number;
}

/** Header names in lower case -> the column's name, or that of an ignored field. */
type CsvHeadings = ReadonlyMap<string, string>;

const loaded = new Map<string, Promise<CsvHeadings>>();

/** The names of a resource's columns and fields, and their labels in each language of the panel. */
export function csvHeadingsOf(plan: ResourcePlan): Promise<CsvHeadings> {
  const headings = loaded.get(plan.name) ?? loadHeadings(plan);
  loaded.set(plan.name, headings);
  return headings;
}

async function loadHeadings({ name, descriptor, fields }: ResourcePlan): Promise<CsvHeadings> {
  const sources = [...fields.keys(), ...descriptor.list.columns.map(({ source }) => source)];
  // Among fields with the same label the file's own column wins: it comes last.
  const columns = [...sources.map((source) => ({ source, name: source })), ...(descriptor.csv?.columns ?? [])];
  const labels = await Promise.all(
    languages.map(async (language): Promise<Readonly<Record<string, string>>> => {
      const texts = await import(`../../../../i18n/${language}/resources/${name}.json`);
      return texts.default.fields;
    }),
  );
  const headings = columns.flatMap((column): [string, string][] => {
    const calls = [column.name, column.source, ...labels.flatMap((all) => all[flatKey(column.source)] ?? [])];
    return calls.map((heading) => [heading.toLowerCase(), column.name]);
  });
  return new Map(headings);
}

interface CsvReadOptions {
  readonly shape: CsvShape;
  readonly headings: CsvHeadings;
  /** Whether a line's cells can be the values of their columns. */
  readonly isPossible: (row: CsvRow) => boolean;
}

/**
 * The lines of a file, in parts. A first line that names columns and fields is a header; other fields in it, such as
 * `id`, are ignored. The separator is the one with which most lines are records.
 */
export function* readCsvParts(text: string, options: CsvReadOptions, size: number): Generator<CsvPart> {
  const separator = separatorOf(text, (lines) => {
    const names = namesIn(lines[0], options);
    const records = lines.slice(names ? 1 : 0).map((line) => rowOf(line, names, options));
    return (names?.length ? 1 : 0) + records.filter((row) => isGood(row) && options.isPossible(row)).length;
  });
  let names: readonly string[] | undefined;
  let isFirst = true;
  let rows: CsvRow[] = [];
  for (const line of readCsv(text, separator)) {
    if (isFirst) names = namesIn(line, options);
    if (isFirst && names) refuseUnknown(names, line, options);
    const isHeader = isFirst && names !== undefined;
    isFirst = false;
    if (isHeader) continue;
    rows.push(rowOf(line, names, options));
    if (rows.length < size) continue;
    yield { rows, share: line.read / text.length };
    rows = [];
  }
  yield { rows, share: 1 };
}

export function isGood({ problems }: CsvRow): boolean {
  return problems.length === 0;
}

/** The columns that a first line names, unknown ones as ""; undefined where it is a record, or a broken one. */
function namesIn(line: CsvLine | undefined, options: CsvReadOptions): readonly string[] | undefined {
  if (!line || line.isBroken) return undefined;
  const names = line.cells.map((cell) => options.headings.get(cell.trim().toLowerCase()) ?? "");
  if (names.every((name) => name !== "")) return names;
  // Words where numbers or choices belong are names as well.
  const row = rowOf(line, undefined, options);
  const isValue = (isGood(row) && options.isPossible(row)) || line.cells.some((cell) => /\d/.test(cell));
  return isValue || !isGood(row) ? undefined : names;
}

/** Throws 422 with the names in a header that are none of a column. */
function refuseUnknown(names: readonly string[], { cells }: CsvLine, { shape }: CsvReadOptions): void {
  const unknown = cells.filter((_, index) => names[index] === "").map((cell) => cell.trim());
  if (unknown.length === 0) return;
  const params = { format: "csv", names: unknown.join(", "), columns: shape.names.join(", ") };
  throw validationFailed([{ pointer: "", rule: "format", params, key: "rules.csv.header" }]);
}

function rowOf(
  { line, cells, isBroken }: CsvLine,
  header: readonly string[] | undefined,
  { shape }: CsvReadOptions,
): CsvRow {
  const names = header ?? shape.names;
  const minColumns = header ? names.length : shape.minColumns;
  const error = isBroken
    ? lineError("quote", {}, cells)
    : cells.length >= minColumns && cells.length <= names.length
      ? undefined
      : lineError("columns", { count: cells.length, expected: names.length }, cells);
  const texts = names.flatMap((name, index): [string, string][] =>
    shape.names.includes(name) ? [[name, cells[index] ?? ""]] : [],
  );
  return { line, cells: new Map(texts), problems: error ? [error] : [] };
}

/** Length of a line's excerpt in the report. */
const shownLength = 100;

function lineError(
  rule: Exclude<CsvRule, "twice" | "header">,
  params: { [key: string]: Json },
  cells: readonly string[],
): CsvError {
  const value = cells.join(",").slice(0, shownLength);
  return {
    pointer: "",
    rule: "format",
    params: { format: "csv", ...params },
    key: `rules.csv.${rule}`,
    column: "",
    value,
  };
}
