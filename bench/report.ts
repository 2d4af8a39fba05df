/** One figure, with the baseline that ran beside it. */
export interface Figure {
  readonly name: string;
  /** What we measured, with its unit. */
  readonly ours: string;
  /** What the baseline of the same run measured, with its unit; absent where the bound is absolute. */
  readonly baseline?: string;
  /** ours / baseline, or the absolute figure that the bound speaks of. */
  readonly value: number;
  readonly bound: { readonly atMost: number } | { readonly atLeast: number };
}

export function printFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.ours,
    figure.baseline ?? "",
    figure.value.toFixed(2),
    "atMost" in figure.bound ? `at most ${figure.bound.atMost}` : `at least ${figure.bound.atLeast}`,
    holds(figure) ? "holds" : "MISSES",
  ]);
  const table = [["figure", "ours", "baseline", "value", "bound", ""], ...rows];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n");
}

function holds({ value, bound }: Figure): boolean {
  return "atMost" in bound ? value <= bound.atMost : value >= bound.atLeast;
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

/** The middle one, so that a single slow run decides nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
