/** Why a pattern cannot be run with Perl's meaning; `invalid`: Perl does not read it either. */
export const patternReasons = [
  "invalid",
  "unsupported",
  "ambiguous",
  "emptyRepetition",
  "forgottenGroup",
  "openReference",
  "lookbehind",
  "contradiction",
] as const;

export type PatternReason = (typeof patternReasons)[number];

export class PatternFault extends Error {
  constructor(
    readonly reason: PatternReason,
    /** The part of the pattern, as written. */
    readonly construct: string,
  ) {
    super(reason);
  }
}
