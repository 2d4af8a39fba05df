/** When failed logins lead to a ban, and for how long. All times in seconds. */
export interface BanPolicy {
  /** Failures of one user name from one address. */
  readonly attempts: number;
  /** Failures from one address whatever the names: higher, because a whole office may have one address. */
  readonly addressAttempts: number;
  readonly firstBan: number;
  /** By how much each further ban is longer than the one before. */
  readonly furtherBan: number;
  readonly longestBan: number;
  /** Failures count together when no more than this lies between the first and the last. */
  readonly countedWithin: number;
  /** After this time without a failure all is forgotten, earlier bans included. */
  readonly forgottenAfter: number;
  /** Most names and addresses without a ban that are kept in mind; beyond, the oldest are forgotten. */
  readonly rememberedAtMost: number;
}

export const DEFAULT_BAN_POLICY: BanPolicy = {
  attempts: 5,
  addressAttempts: 50,
  firstBan: 300,
  furtherBan: 300,
  longestBan: 3600,
  countedWithin: 3600,
  forgottenAfter: 24 * 60 * 60,
  rememberedAtMost: 100_000,
};
