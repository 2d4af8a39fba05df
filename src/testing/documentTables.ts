import { readFileSync } from "node:fs";

/** A row of a table in a document, by the names of its columns. */
export type Row = Readonly<Record<string, string>>;

/** The rows of a table under a heading, the first one or a later one. */
export type Tables = (heading: string, index?: number) => Row[];

/** The tables of a page of `docs`, which tests read as their cases. */
export function tablesOf(page: string): Tables {
  const document = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
  return (heading, index = 0) => {
    const section = document.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
    const [lines = []] = section
      .split("\n\n")
      .map((part) => part.split("\n").filter((line) => line.startsWith("|")))
      .filter((part) => part.length > 0)
      .slice(index);
    const [names = [], , ...rows] = lines.map(cellsOf);
    return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, bare(cells[at] ?? "")])));
  };
}

/** Bars within code do not end a cell. */
function cellsOf(line: string): string[] {
  return [...line.slice(1).matchAll(/((?:`[^`]*`|[^|`])*)\|/g)].map(([, cell = ""]) => cell.trim());
}

/** Code without its marks. */
export function bare(cell: string): string {
  return /^`[^`]*`$/.test(cell) ? cell.slice(1, -1) : cell;
}
