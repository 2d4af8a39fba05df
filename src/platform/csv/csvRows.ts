import { readCsv } from "../../core/csvReader.ts";
import type { CsvProblem, CsvRule } from "../../core/csvReport.ts";
import type { Json } from "../../core/descriptor.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { CsvShape } from "./csvShape.ts";

/** A line on its way to become a record. */
export interface CsvRow {
  readonly line: number;
  /** Text by the name of its column. */
  readonly cells: ReadonlyMap<string, string>;
  readonly problems: CsvProblem[];
}

/** A part of a file, and how much of it has been read with it. */
export interface CsvPart {
  readonly rows: readonly CsvRow[];
  readonly share: number;
}

/**
 * The lines of a file, so many at a time. A first line that holds nothing but names of fields says which columns there
 * are; what it names besides the resource's own columns, such as `id`, is read over.
 */
export function* partsOf(text: string, plan: ResourcePlan, shape: CsvShape, size: number): Generator<CsvPart> {
  const known = new Set([...shape.names, ...plan.fields.keys()]);
  let names: readonly string[] | undefined;
  let rows: CsvRow[] = [];
  for (const { line, cells, isBroken, read } of readCsv(text)) {
    if (names === undefined) {
      const header = cells.map((cell) => cell.trim().toLowerCase());
      const isHeader = !isBroken && header.every((name) => known.has(name));
      names = isHeader ? header : shape.names;
      if (isHeader) continue;
    }
    const problem = isBroken
      ? lineProblem("quote", {}, cells)
      : cells.length === names.length
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

/** What of a line is shown of it as a whole. */
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
