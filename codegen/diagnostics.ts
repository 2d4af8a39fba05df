import { distance } from "fastest-levenshtein";

/** A place in a source file. */
export interface SourceLocation {
  /** File relative to the project, with "/" separators. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** JSON pointer of what is wrong; empty where the file as a whole is. */
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
export type Report = (path: Path, ...fault: DiagnosticMessage) => void;

export function problemAt(place: SourceLocation, [message, expected, nearest]: DiagnosticMessage): Diagnostic {
  return { ...place, message, expected, nearest };
}

/** Collects what a check reports about one file. */
export function diagnosticsIn(
  source: { readonly at: (path: Path) => SourceLocation },
  check: (report: Report) => void,
): Diagnostic[] {
  const problems: Diagnostic[] = [];
  check((path, ...fault) => problems.push(problemAt(source.at(path), fault)));
  return problems;
}

/** Reports a value that is not one of `known`. `what`: "a field of rooms"; `none`: what to say if `known` is empty. */
export function expectOneOf(
  report: Report,
  path: Path,
  given: unknown,
  known: readonly unknown[],
  what: string,
  none?: string,
): void {
  if (!known.includes(given)) report(path, ...notOneOf(given, known, what, none));
}

/** The same of each of a list. */
export function expectAll(
  report: Report,
  path: Path,
  given: readonly unknown[] | undefined,
  known: readonly unknown[],
  what: string,
  none?: string,
): void {
  for (const [index, one] of (given ?? []).entries()) expectOneOf(report, [...path, index], one, known, what, none);
}

/** The fault that `expectOneOf` reports. */
export function notOneOf(
  given: unknown,
  known: readonly unknown[],
  what: string,
  none = "none exists",
): DiagnosticMessage {
  const message = `${JSON.stringify(given)} is not ${what}`;
  return known.length > 0 ? [message, listNames(known), nearestTo(given, known)] : [`${message}; ${none}`];
}

/** Longer lists are cut: the schema itself has them. */
const MAX_LISTED_NAMES = 8;

function listNames(known: readonly unknown[]): string {
  if (known.length === 1) return JSON.stringify(known[0]);
  const rest = known.length - MAX_LISTED_NAMES;
  // A single further value is as short as "and 1 more".
  if (rest <= 1) return `one of ${known.map(String).join(", ")}`;
  return `one of ${known.slice(0, MAX_LISTED_NAMES).map(String).join(", ")} and ${rest} more`;
}

/** The closest of the known words, unless all are too different. */
export function nearestTo(given: unknown, known: readonly unknown[]): string | undefined {
  const text = String(given);
  const words = known.map(String).filter((word) => word !== text);
  const [first, ...others] = words.map((word) => ({ word, far: distance(text, word) }));
  if (!first) return undefined;
  const nearest = others.reduce((best, one) => (one.far < best.far ? one : best), first);
  return nearest.far <= Math.max(2, Math.ceil(text.length / 2)) ? nearest.word : undefined;
}

/** Without duplicates, which shared definitions cause; by file and line. */
export function sorted(problems: readonly Diagnostic[]): Diagnostic[] {
  const once = new Map(problems.map((problem) => [printProblem(problem), problem]));
  return [...once.values()].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

/** Thrown once with all problems found, so that one run shows everything there is to fix. */
export class SchemaErrors extends Error {
  readonly problems: readonly Diagnostic[];

  constructor(problems: readonly Diagnostic[]) {
    super(sorted(problems).map(printProblem).join("\n"));
    this.name = "SchemaErrors";
    this.problems = sorted(problems);
  }
}

/** `schemas/resources/rooms.schema.json:12: "naem" is not a field of rooms; expected one of … Did you mean "name"?` */
export function printProblem(problem: Diagnostic): string {
  return `${problem.file}:${problem.line}: ${toMessage(problem)}`;
}

/** The message without file and line. */
export function toMessage({ message, expected, nearest }: Omit<Diagnostic, keyof SourceLocation>): string {
  const sentence = `${message}${expected === undefined ? "" : `; expected ${expected}`}.`;
  // With a single valid word, the suggestion would only repeat it.
  const isSuggested = nearest !== undefined && expected !== JSON.stringify(nearest);
  return isSuggested ? `${sentence} Did you mean "${nearest}"?` : sentence;
}
