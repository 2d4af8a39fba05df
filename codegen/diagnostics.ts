import { distance } from "fastest-levenshtein";

/** A line and a value in a source file. */
export interface SourceLocation {
  /** File relative to the project, with "/" separators. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** JSON pointer of the invalid value; empty for the whole file. */
  readonly pointer: string;
}

export type Path = readonly (string | number)[];

/** The error, what is expected unless the message says it, and the closest valid word. */
export type DiagnosticMessage = readonly [message: string, expected?: string, nearest?: string];

/** One error in a schema. */
export interface Diagnostic extends SourceLocation {
  readonly message: string;
  readonly expected: string | undefined;
  readonly nearest: string | undefined;
}

/** Reports an error at a path of the file under check. */
export type Report = (path: Path, ...message: DiagnosticMessage) => void;

export function diagnosticAt(location: SourceLocation, [message, expected, nearest]: DiagnosticMessage): Diagnostic {
  return { ...location, message, expected, nearest };
}

/** Collects what a check reports about one file. */
export function diagnosticsIn(
  source: { readonly at: (path: Path) => SourceLocation },
  check: (report: Report) => void,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  check((path, ...message) => diagnostics.push(diagnosticAt(source.at(path), message)));
  return diagnostics;
}

/** Reports a value that is not one of `allowed`. `what`: "a field of rooms"; `none`: the end of the message if none is allowed. */
export function expectOneOf(
  report: Report,
  path: Path,
  value: unknown,
  allowed: readonly unknown[],
  what: string,
  none?: string,
): void {
  if (!allowed.includes(value)) report(path, ...notOneOf(value, allowed, what, none));
}

/** Applies `expectOneOf` to each value of a list. */
export function expectAll(
  report: Report,
  path: Path,
  values: readonly unknown[] | undefined,
  allowed: readonly unknown[],
  what: string,
  none?: string,
): void {
  for (const [index, value] of (values ?? []).entries())
    expectOneOf(report, [...path, index], value, allowed, what, none);
}

/** The message that `expectOneOf` reports. */
export function notOneOf(
  value: unknown,
  allowed: readonly unknown[],
  what: string,
  none = "none exists",
): DiagnosticMessage {
  const message = `${JSON.stringify(value)} is not ${what}`;
  return allowed.length > 0 ? [message, listNames(allowed), findNearest(value, allowed)] : [`${message}; ${none}`];
}

/** Longer lists are cut: the schema itself has them. */
const MAX_LISTED_NAMES = 8;

function listNames(names: readonly unknown[]): string {
  if (names.length === 1) return JSON.stringify(names[0]);
  const unlisted = names.length - MAX_LISTED_NAMES;
  // A single further value is as short as "and 1 more".
  if (unlisted <= 1) return `one of ${names.map(String).join(", ")}`;
  return `one of ${names.slice(0, MAX_LISTED_NAMES).map(String).join(", ")} and ${unlisted} more`;
}

/** Finds the closest of the allowed words; undefined if all are too different. */
export function findNearest(value: unknown, allowed: readonly unknown[]): string | undefined {
  const text = String(value);
  const words = allowed.map(String).filter((word) => word !== text);
  const [first, ...further] = words.map((word) => ({ word, far: distance(text, word) }));
  if (!first) return undefined;
  const nearest = further.reduce((best, candidate) => (candidate.far < best.far ? candidate : best), first);
  return nearest.far <= Math.max(2, Math.ceil(text.length / 2)) ? nearest.word : undefined;
}

/** Sorts by file and line, and removes duplicates, which shared definitions cause. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const unique = new Map(diagnostics.map((diagnostic) => [formatDiagnostic(diagnostic), diagnostic]));
  return [...unique.values()].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

/** Thrown once with all diagnostics, so that one run shows everything there is to fix. */
export class SchemaErrors extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(sortDiagnostics(diagnostics).map(formatDiagnostic).join("\n"));
    this.name = "SchemaErrors";
    this.diagnostics = sortDiagnostics(diagnostics);
  }
}

/** `schemas/resources/rooms.schema.json:12: "naem" is not a field of rooms; expected one of … Did you mean "name"?` */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  return `${diagnostic.file}:${diagnostic.line}: ${formatMessage(diagnostic)}`;
}

/** The message without file and line. */
export function formatMessage({ message, expected, nearest }: Omit<Diagnostic, keyof SourceLocation>): string {
  const sentence = `${message}${expected === undefined ? "" : `; expected ${expected}`}.`;
  // With a single valid word, the suggestion would only repeat it.
  const isSuggested = nearest !== undefined && expected !== JSON.stringify(nearest);
  return isSuggested ? `${sentence} Did you mean "${nearest}"?` : sentence;
}
