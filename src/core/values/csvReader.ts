/** A line of a file, as far as it could be parsed. */
export interface CsvLine {
  /** Its first line in the file, from 1: quoted cells may span several lines. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A quote is unclosed, or inside an unquoted cell. */
  readonly isBroken?: true;
  /** Characters of the file consumed so far, this line included. */
  readonly read: number;
}

/** In the order in which they are chosen where several fit equally well. */
const separators = [",", ";", "\t"] as const;

/** Lines that are read to choose the separator. */
const sampled = 20;

/** The separator with which most of the first lines fit, as `countFitting` says of each one that the file has. */
export function separatorOf(text: string, countFitting: (lines: readonly CsvLine[]) => number): string {
  const possible = separators.filter((separator) => text.includes(separator));
  if (possible.length < 2) return possible[0] ?? ",";
  const counts = possible.map((separator) => countFitting(firstLines(text, separator)));
  return possible[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** The separator with which the first line has the most known names, in lower case. */
export function headerSeparator(text: string, isKnown: (name: string) => boolean): string {
  return separatorOf(
    text,
    ([first]) => (first?.cells ?? []).filter((cell) => isKnown(cell.trim().toLowerCase())).length,
  );
}

/** The first lines of a file, as they are read with a separator. */
function firstLines(text: string, separator: string): CsvLine[] {
  const lines: CsvLine[] = [];
  for (const line of readCsv(text, separator)) {
    if (lines.push(line) >= sampled) break;
  }
  return lines;
}

/**
 * The lines of a CSV file, empty ones skipped. Cells may be quoted, with separators, line breaks and doubled quotes
 * inside; lines end with CRLF, LF or CR.
 */
export function* readCsv(text: string, separator: string): Generator<CsvLine> {
  let line = 1;
  let position = text.startsWith("\u{feff}") ? 1 : 0;
  while (position < text.length) {
    const began = line;
    const cells: string[] = [];
    let isBroken = false;
    let isOver = false;
    while (!isOver) {
      const cell =
        text[position] === '"' ? quotedCell(text, position, separator) : plainCell(text, position, separator);
      line += cell.lineEnds;
      isBroken ||= cell.isBroken;
      cells.push(cell.value);
      position = cell.end;
      if (text[position] === separator) position++;
      else isOver = true;
    }
    position += text.startsWith("\r\n", position) ? 2 : 1;
    line++;
    if (cells.length === 1 && cells[0]?.trim() === "" && !isBroken) continue;
    yield { line: began, cells, ...(isBroken ? { isBroken } : {}), read: Math.min(position, text.length) };
  }
}

interface Cell {
  readonly value: string;
  /** Offset of its separator or line break. */
  readonly end: number;
  readonly lineEnds: number;
  readonly isBroken: boolean;
}

function plainCell(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
  return { value: text.slice(start, end).trim(), end, lineEnds: 0, isBroken: false };
}

/** Only blanks may follow the closing quote up to the end of the cell. */
function quotedCell(text: string, start: number, separator: string): Cell {
  let value = "";
  let position = start + 1;
  for (;;) {
    const quote = text.indexOf('"', position);
    if (quote < 0) return brokenCell(text, start);
    value += text.slice(position, quote);
    position = quote + 1;
    if (text[position] !== '"') break;
    value += '"';
    position++;
  }
  let end = position;
  while (text[end] === " ") end++;
  const isEnd = end >= text.length || [separator, "\r", "\n"].includes(text[end] ?? "");
  if (!isEnd) return brokenCell(text, start);
  return { value, end, lineEnds: value.split(/\r\n|\r|\n/).length - 1, isBroken: false };
}

/** An unclosed quote costs only its own line. */
function brokenCell(text: string, start: number): Cell {
  const rest = text.slice(start).search(/[\r\n]/);
  const end = rest < 0 ? text.length : start + rest;
  return { value: text.slice(start, end), end, lineEnds: 0, isBroken: true };
}
