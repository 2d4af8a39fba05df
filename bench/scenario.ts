import { table } from "../codegen/emit/markdown.ts";

/** Figures by name, in the scenario's unit. */
export type Measured = Readonly<Record<string, number>>;

/** A limit of the ratio to the baseline, or of the figure itself if the baseline has none of this name. */
export type Bound = ({ readonly atMost: number } | { readonly atLeast: number }) & {
  /** If it is not the scenario's. */
  readonly unit?: string;
};

/** Registers what is to be ended after a scenario; the last one first. */
export type After = (end: () => unknown) => void;

/** Something to measure: a row of the table with a line per figure. */
export interface Scenario<Context = unknown> {
  readonly name: string;
  /** Prepares what is measured; `rows` is the scenario's own number of rows unless `--rows` gives another. */
  setup(after: After, rows: number): Promise<Context>;
  run(context: Context): Promise<Measured>;
  readonly unit: string;
  /** Measures what we compare ourselves with; takes turns with `run`, so that other work on the machine affects both. */
  baseline?(context: Context): Promise<Measured>;
  /** By figure; a figure without one is for information. */
  readonly bound: Readonly<Record<string, Bound>>;
  /** The median counts. With several, one more goes first and does not count, as it fills caches. */
  readonly rounds?: number;
  readonly rows?: number;
  /** Takes too long to be measured with the others: only by name. */
  readonly isAlone?: boolean;
}

/** Infers the context of `run` and `baseline` from `setup`. */
export function scenario<Context>(definition: Scenario<Context>): Scenario<Context> {
  return definition;
}

/** A line of the table. */
export interface Line {
  readonly cells: readonly string[];
  readonly isMissed: boolean;
}

export async function measure(definition: Scenario, rows = definition.rows ?? 0): Promise<Line[]> {
  const ends: (() => unknown)[] = [];
  try {
    const context = await definition.setup((end) => ends.unshift(end), rows);
    const [ours, theirs]: [Measured[], Measured[]] = [[], []];
    const { rounds = 1 } = definition;
    for (let round = rounds > 1 ? 0 : 1; round <= rounds; round++) {
      const measured = await definition.run(context);
      const compared = await definition.baseline?.(context);
      if (round === 0) continue;
      ours.push(measured);
      if (compared) theirs.push(compared);
    }
    const name =
      rows === (definition.rows ?? 0) ? definition.name : `${definition.name}, ${rows.toLocaleString("en")} rows`;
    return Object.keys(ours[0] ?? {}).map((figure) =>
      toLine(name, definition, figure, medianOf(ours, figure), medianOf(theirs, figure)),
    );
  } finally {
    for (const end of ends) await end();
  }
}

function toLine(name: string, { unit, bound }: Scenario, figure: string, ours: number, theirs: number): Line {
  const limit = bound[figure];
  const isCompared = !Number.isNaN(theirs);
  const value = isCompared ? ours / theirs : ours;
  const isMissed = limit !== undefined && !("atMost" in limit ? value <= limit.atMost : value >= limit.atLeast);
  const inUnit = (number: number) => `${formatFigure(number)} ${limit?.unit ?? unit}`.trim();
  const limitText = limit && ("atMost" in limit ? `at most ${limit.atMost}` : `at least ${limit.atLeast}`);
  const verdict = limit ? (isMissed ? "MISSES" : "holds") : "";
  const compared = isCompared ? [inUnit(theirs), value.toFixed(2)] : ["", ""];
  return { cells: [name, figure, inUnit(ours), ...compared, limitText ?? "", verdict], isMissed };
}

function formatFigure(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0);
}

function medianOf(rounds: readonly Measured[], figure: string): number {
  return median(rounds.flatMap((round) => round[figure] ?? []));
}

/** The median, so that single outliers do not count; NaN of none. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}

/** Milliseconds that the work takes. */
export async function measureMs(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Milliseconds. Shorter times count as this long: they are overhead, which would distort a ratio. */
const MIN_MS = 5;
/** Slow ones are measured up to three times as often. */
const ROUNDS = 5;

/** Ratio of the second time to the first; measured in turns, so that other work on the machine affects both. */
export async function durationRatio(first: () => Promise<number>, second: () => Promise<number>): Promise<number> {
  const times: [number[], number[]] = [[], []];
  const ratio = () => Math.max(median(times[1]), MIN_MS) / Math.max(median(times[0]), MIN_MS);
  await first();
  await second();
  for (let round = 0; round < ROUNDS || (round < 3 * ROUNDS && ratio() > 3); round++) {
    times[0].push(await first());
    times[1].push(await second());
  }
  return ratio();
}

export function formatTable(lines: readonly Line[]): string {
  return table(
    ["scenario", "figure", "ours", "baseline", "ratio", "bound", ""],
    lines.map(({ cells }) => cells),
  );
}
