import type { BillingFee } from "./billingFee.ts";
import type { FeeIndex, FeeMatch } from "./feeIndex.ts";
import { foldCase, readFeePattern } from "./feePattern.ts";
import { attemptsOf, type FeeLookupAttempt, type FeeQuestion } from "./feeQuestion.ts";

/** Why a fee does not apply; those that came closest are last in this list. */
export const mismatchReasons = [
  /** It is for calls in the other direction. */
  "direction",
  /** A pattern that does not compile. */
  "pattern",
  "destination",
  /** The destination matches, the source does not. */
  "source",
  /** It matches, but an earlier attempt found the other: with the domain, or by the carrier of a ported number. */
  "attempt",
  /** It matches, but the mode of the other comes first. */
  "mode",
  "shorter_destination",
  "shorter_source",
  /** It matches equally well; the other has the lower id. */
  "equal",
] as const;

export type MismatchReason = (typeof mismatchReasons)[number];

export interface FeeMismatch<Fee> {
  readonly fee: Fee;
  readonly reason: MismatchReason;
  /** Lengths that decided, of this fee and of the one that applies. */
  readonly lengths?: readonly [own: number, applied: number];
}

/**
 * The fee that applies, if any, and for all others why they do not, those that came closest first. Compares every fee with
 * the question, unlike `FeeIndex.match`: for a person who asks about one call.
 */
export function explainFees<Fee extends BillingFee>(index: FeeIndex<Fee>, question: FeeQuestion) {
  const match = index.match(question);
  const attempts = attemptsOf(question, index.ignoreDomain);
  const losses = index.fees.flatMap((fee): FeeMismatch<Fee>[] =>
    fee === match?.fee ? [] : [{ fee, ...lossOf(fee, match, question, attempts) }],
  );
  const closeness = ({ reason }: FeeMismatch<Fee>) => mismatchReasons.indexOf(reason);
  return { match, losses: losses.sort((a, b) => closeness(b) - closeness(a) || a.fee.id - b.fee.id) };
}

type Loss = Omit<FeeMismatch<BillingFee>, "fee">;

function lossOf(
  fee: BillingFee,
  match: FeeMatch<BillingFee> | null,
  { direction }: FeeQuestion,
  attempts: readonly FeeLookupAttempt[],
): Loss {
  if (fee.direction !== direction) return { reason: "direction" };
  const comparisons = attempts.map((attempt) => ({ attempt, lengths: compare(fee, attempt) }));
  if (comparisons.some(({ lengths }) => lengths === "unreadable")) return { reason: "pattern" };
  const ownMatch = comparisons.find(({ lengths }) => Array.isArray(lengths));
  if (!ownMatch || !match || !Array.isArray(ownMatch.lengths))
    return { reason: comparisons.some(({ lengths }) => lengths === "source") ? "source" : "destination" };
  if (ownMatch.attempt.name !== match.attempt.name) return { reason: "attempt" };
  if (fee.match_mode !== match.fee.match_mode) return { reason: "mode" };
  const applied = compare(match.fee, match.attempt);
  if (!Array.isArray(applied)) return { reason: "equal" };
  if (ownMatch.lengths[0] !== applied[0])
    return { reason: "shorter_destination", lengths: [ownMatch.lengths[0], applied[0]] };
  if (ownMatch.lengths[1] !== applied[1])
    return { reason: "shorter_source", lengths: [ownMatch.lengths[1], applied[1]] };
  return { reason: "equal" };
}

/** The lengths by which a fee's mode compares, of destination and source, or what does not match. */
function compare(
  fee: BillingFee,
  attempt: FeeLookupAttempt,
): [number, number] | "destination" | "source" | "unreadable" {
  const [source, destination] = [fee.source ?? "", fee.destination];
  const isSame = foldCase(destination) === foldCase(attempt.destination);
  if (attempt.isExact && fee.match_mode !== "exact_destination") return "destination";
  switch (fee.match_mode) {
    case "exact_destination":
      return isSame ? [0, 0] : "destination";
    case "prefix":
      if (!foldCase(attempt.destination).startsWith(foldCase(destination))) return "destination";
      return foldCase(attempt.source).startsWith(foldCase(source)) ? [destination.length, source.length] : "source";
    case "regex_longest_match":
    case "regex_longest_pattern": {
      const patterns = [destination, source].map(readFeePattern);
      const byMatch = fee.match_mode === "regex_longest_match";
      if (patterns.some((pattern) => !pattern || (byMatch && pattern.doubt))) return "unreadable";
      const [called, calling] = [attempt.destination, attempt.source].map((text, index) =>
        patterns[index]?.expression.exec(text),
      );
      if (!called) return "destination";
      if (!calling) return "source";
      return byMatch ? [called[0].length, calling[0].length] : [destination.length, source.length];
    }
  }
}
