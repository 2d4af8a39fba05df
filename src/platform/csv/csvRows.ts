import languages from "../../../i18n/languages.json" with { type: "json" };
import { readCsv } from "../../core/csvReader.ts";
import type { CsvProblem, CsvRule } from "../../core/csvReport.ts";
import type { Json } from "../../core/descriptor.ts";
import { flatName } from "../../core/texts.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { CsvShape } from "./csvShape.ts";

/** A line of the file before it becomes a record. */
export interface CsvRow {
  readonly line: number;
  /** Text by column name. */
  readonly cells: ReadonlyMap<string, string>;
  readonly problems: CsvProblem[];
}

/** A part of a file, and the progress after it. */
export interface CsvPart {
  readonly rows: readonly CsvRow[];
  readonly share: number;
}

/** Header names in lower case -> the column's name, or that of an ignored field. */
export type CsvHeadings = ReadonlyMap<string, string>;

const loaded = new Map<string, Promise<CsvHeadings>>();

/** The names of a resource's columns and fields, and their labels in each language of the panel. */
export function headingsOf(plan: ResourcePlan): Promise<CsvHeadings> {
  const headings = loaded.get(plan.name) ?? loadHeadings(plan);
  loaded.set(plan.name, headings);
  return headings;
}

async function loadHeadings({ name, descriptor, fields }: ResourcePlan): Promise<CsvHeadings> {
  const sources = [...fields.keys(), ...descriptor.list.columns.map(({ source }) => source)];
  // Among fields with the same label the file's own column wins: it comes last.
  const named = [...sources.map((source) => ({ source, name: source })), ...(descriptor.csv?.columns ?? [])];
  const labels = await Promise.all(
    languages.map(async (language): Promise<Readonly<Record<string, string>>> => {
      const texts = await import(`../../../i18n/${language}/resources/${name}.json`);
      return texts.default.fields;
    }),
  );
  const headings = named.flatMap((column): [string, string][] => {
    const calls = [column.name, column.source, ...labels.flatMap((all) => all[flatName(column.source)] ?? [])];
    return calls.map((heading) => [heading.toLowerCase(), column.name]);
  });
  return new Map(headings);
}

/**
 * The lines of a file, in parts. A first line with only names of columns and fields is a header; other fields in it,
 * such as `id`, are ignored.
 */
export function* partsOf(text: string, shape: CsvShape, headings: CsvHeadings, size: number): Generator<CsvPart> {
  let names: readonly string[] | undefined;
  let rows: CsvRow[] = [];
  for (const { line, cells, isBroken, read } of readCsv(text)) {
    if (names === undefined) {
      const header = cells.map((cell) => cell.trim().toLowerCase());
      const isHeader = !isBroken && header.every((name) => headings.has(name));
      names = isHeader ? header.map((name) => headings.get(name) ?? name) : shape.names;
      if (isHeader) continue;
    }
    const least = names === shape.names ? shape.least : names.length;
    const problem = isBroken
      ? lineProblem("quote", {}, cells)
      : cells.length >= least && cells.length <= names.length
        ? undefined
        : lineProblem("columns", { count: cells.length, expected: names.length }, cells);
    const texts = names.flatMap((name, index): [string, string][] =>
      shape.names.includes(name) ? [[name, cells[index] ?? ""]] : [],
    );
    rows.push({ line, cells: new Map(texts), problems: problem ? [problem] : [] });
    if (rows.length < size) continue;
    yield { rows, share: read / text.length };
    rows = [];
  }
  yield { rows, share: 1 };
}

/** Length of a line's excerpt in the report. */
const shownLength = 100;

function lineProblem(
  rule: Exclude<CsvRule, "twice">,
  params: { [key: string]: Json },
  cells: readonly string[],
): CsvProblem {
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
