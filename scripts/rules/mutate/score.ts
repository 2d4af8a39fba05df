import type { Tried } from "./bench.ts";
import { equivalence } from "./equivalent.ts";
import { type Kind, kinds, type Mutant } from "./mutant.ts";

/** A fault and what verify said of it. */
export interface Judged extends Tried {
  readonly mutant: Mutant;
  readonly result: "found" | "survived" | "equivalent" | "untried";
  /** Why no input tells it from the untouched platform, or why it could not be tried. */
  readonly reason?: string;
}

export function judge(mutant: Mutant, tried: Tried): Judged {
  const { found, failure } = tried;
  if (failure !== undefined) return { ...tried, mutant, result: "untried", reason: failure };
  if (found?.by === "start") return { ...tried, mutant, result: "untried", reason: found.how };
  if (found) return { ...tried, mutant, result: "found" };
  const reason = equivalence(mutant);
  return { ...tried, mutant, result: reason === undefined ? "survived" : "equivalent", reason };
}

export interface Score {
  readonly kind: Kind | "all";
  readonly planted: number;
  readonly found: number;
  readonly survived: number;
  readonly equivalent: number;
  readonly untried: number;
  /** Percent of those that can be found; NaN if there are none. */
  readonly rate: number;
}

/** Counts by kind, and in all. */
export function scoresOf(judged: readonly Judged[]): Score[] {
  const rows = kinds.map((kind) =>
    scoreOf(
      kind,
      judged.filter((one) => one.mutant.kind === kind),
    ),
  );
  return [...rows.filter(({ planted }) => planted > 0), scoreOf("all", judged)];
}

function scoreOf(kind: Score["kind"], own: readonly Judged[]): Score {
  const count = (result: Judged["result"]) => own.filter((one) => one.result === result).length;
  const [found, survived] = [count("found"), count("survived")];
  return {
    kind,
    planted: own.length,
    found,
    survived,
    equivalent: count("equivalent"),
    untried: count("untried"),
    rate: (found / (found + survived)) * 100,
  };
}

/** The counts as a table, then each fault that needs an explanation. */
export function scoreText(judged: readonly Judged[]): string {
  const head = ["kind", "planted", "found", "survived", "equivalent", "untried", "rate"];
  const rows = scoresOf(judged).map(({ kind, rate, ...counts }) => [
    kind,
    ...[counts.planted, counts.found, counts.survived, counts.equivalent, counts.untried].map(String),
    Number.isNaN(rate) ? "" : `${rate.toFixed(1)} %`,
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  const parts = [line(head), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)];
  return [parts.join("\n"), foundBy(judged), ...lists(judged)].filter(Boolean).join("\n\n");
}

function foundBy(judged: readonly Judged[]): string {
  const counts = new Map<string, number>();
  for (const { found, result } of judged) {
    if (found && result === "found") counts.set(found.by, (counts.get(found.by) ?? 0) + 1);
  }
  return `found by: ${[...counts].map(([by, count]) => `${by} ${count}`).join(", ") || "nothing"}`;
}

function lists(judged: readonly Judged[]): string[] {
  const own = (result: Judged["result"]) => judged.filter((one) => one.result === result);
  const reasons = new Map<string, number>();
  for (const { reason = "" } of own("equivalent")) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return [
    [...reasons].map(([reason, count]) => `equivalent: ${count} × ${reason}`).join("\n"),
    ...own("survived").map(({ mutant }) => `survived: ${mutantText(mutant)}`),
    ...own("untried").map(({ mutant, reason }) => `untried: ${mutantText(mutant)}\n  because  ${reason}`),
  ];
}

/** Where a fault was planted, what it was, and the command that plants it again. */
export function mutantText({ id, kind, resource, pointer, planted }: Mutant): string {
  const facts = { field: `${resource} ${pointer}`, planted, again: `npm run rules -- mutate --mutant '${id}'` };
  return [kind, ...Object.entries(facts).map(([term, text]) => `  ${term.padEnd(8)} ${text}`)].join("\n");
}
