import type { Outcome, Part, Verdict } from "./outcome.ts";

export type Counts = Readonly<Record<Verdict, number>> & {
  readonly cases: number;
  /** Accepted or refused, as expected. */
  readonly proved: number;
};

/** How many rules a part has proved. */
export interface Coverage {
  readonly proved: number;
  readonly rules: number;
  /** Whole percent, rounded down. */
  readonly percent: number;
}

/** Counts outcomes by verdict. */
export function countsOf(outcomes: readonly Outcome[]): Counts {
  const counts = { cases: outcomes.length, accepted: 0, refused: 0, overruled: 0, skipped: 0, discrepancy: 0 };
  for (const { verdict } of outcomes) counts[verdict]++;
  return { ...counts, proved: counts.accepted + counts.refused };
}

export function ofPart(outcomes: readonly Outcome[], part: Part): Outcome[] {
  return outcomes.filter((outcome) => outcome.part === part);
}

export function discrepanciesIn(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ verdict }) => verdict === "discrepancy");
}

/** Why cases were not tried, and how many for each reason; the most frequent first. */
export function reasonsIn(outcomes: readonly Outcome[]): (readonly [reason: string, count: number])[] {
  const reasons = new Map<string, number>();
  for (const { verdict, got } of outcomes) if (verdict === "skipped") reasons.set(got, (reasons.get(got) ?? 0) + 1);
  return [...reasons].sort(([, one], [, other]) => other - one);
}

/** For the console: `validator: 2525 cases, 2525 proved (920 accepted, 1605 refused), 0 refuted`. */
export function summaryLine(part: Part, outcomes: readonly Outcome[], coverage?: Coverage): string {
  const { cases, proved, accepted, refused, overruled, skipped, discrepancy } = countsOf(outcomes);
  const parts = [
    `${cases} cases`,
    `${proved} proved (${accepted} accepted, ${refused} refused)`,
    `${discrepancy} refuted`,
    ...(skipped > 0 ? [`${skipped} not tried`] : []),
    ...(overruled > 0 ? [`${overruled} kept out by another rule`] : []),
    ...(coverage ? [`${coverage.percent} % of ${coverage.rules} rules covered`] : []),
  ];
  return `${part}: ${parts.join(", ")}`;
}
