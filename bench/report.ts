/** A measured figure with the baseline of the same run. */
export interface Figure {
  readonly name: string;
  /** Our result, with its unit. */
  readonly ours: string;
  /** Result of the baseline, with its unit; absent if the bound is absolute. */
  readonly baseline?: string;
  /** ours / baseline, or the absolute value that the bound applies to. */
  readonly value: number;
  /** Absent for information only. */
  readonly bound?: { readonly atMost: number } | { readonly atLeast: number };
}

/** Formats the figures as a Markdown table. */
export function printFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.ours,
    figure.baseline ?? "",
    figure.value.toFixed(2),
    boundText(figure),
    verdict(figure),
  ]);
  const head = ["figure", "ours", "baseline", "value", "bound", ""];
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[], fill = " ") =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width, fill)).join(" | ")} |`;
  return [line(head), line([], "-"), ...rows.map((row) => line(row))].join("\n");
}

function boundText({ bound }: Figure): string {
  if (!bound) return "";
  return "atMost" in bound ? `at most ${bound.atMost}` : `at least ${bound.atLeast}`;
}

function verdict({ value, bound }: Figure): string {
  if (!bound) return "";
  const holds = "atMost" in bound ? value <= bound.atMost : value >= bound.atLeast;
  return holds ? "holds" : "MISSES";
}

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

/** Requests or calls per second. */
export function perSecond(value: number): string {
  return value < 100_000 ? `${Math.round(value)} /s` : `${Math.round(value / 1000)} k/s`;
}

/** The median, so that single outliers do not count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
