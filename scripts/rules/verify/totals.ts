import type { Outcome, Part, Verdict } from "./outcome.ts";

export type Counts = Readonly<Record<Verdict, number>> & { readonly cases: number };

/** Counts outcomes by verdict. */
export function countsOf(outcomes: readonly Outcome[]): Counts {
  const counts = { cases: outcomes.length, accepted: 0, refused: 0, overruled: 0, skipped: 0, discrepancy: 0 };
  for (const { verdict } of outcomes) counts[verdict]++;
  return counts;
}

export function ofPart(outcomes: readonly Outcome[], part: Part): Outcome[] {
  return outcomes.filter((outcome) => outcome.part === part);
}

export function discrepanciesIn(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ verdict }) => verdict === "discrepancy");
}

/** One line for the console: `validator: 2525 cases, 920 accepted, 1605 refused, 0 discrepancies`. */
export function summaryLine(part: Part, outcomes: readonly Outcome[]): string {
  const { cases, accepted, refused, overruled, skipped, discrepancy } = countsOf(outcomes);
  const rest = [
    ...(overruled > 0 ? [`${overruled} rejected by rules about other records`] : []),
    ...(skipped > 0 ? [`${skipped} not tried`] : []),
  ];
  return `${part}: ${[`${cases} cases`, `${accepted} accepted`, `${refused} refused`, ...rest, `${discrepancy} discrepancies`].join(", ")}`;
}

/** A discrepancy for the console. */
export function discrepancyText({ part, name, value, expected, got, where }: Outcome): string {
  return `${part}: ${name}\n  value    ${value}\n  expected ${expected}\n  got      ${got}\n  where    ${where}`;
}
