import { AsyncLocalStorage } from "node:async_hooks";

/**
 * How long a statement may take, by what it is for: a record or anything else that somebody waits for, lists and
 * searches, exports and reports, and work that nobody waits for.
 */
export const timeLimitKinds = ["interactive", "list", "report", "job"] as const;

export type TimeLimitKind = (typeof timeLimitKinds)[number];

/** Milliseconds; 0: no limit. */
export type TimeLimits = Readonly<Record<TimeLimitKind, number>>;

export const defaultTimeLimits: TimeLimits = { interactive: 30_000, list: 20_000, report: 300_000, job: 3_600_000 };

export interface TimeLimit {
  readonly kind: TimeLimitKind;
  readonly milliseconds: number;
}

const current = new AsyncLocalStorage<TimeLimit>();

/** Runs work whose statements on a PostgreSQL server are cancelled after the limit of their kind. */
export function withTimeLimit<T>(limits: TimeLimits, kind: TimeLimitKind, work: () => T): T {
  return current.run({ kind, milliseconds: limits[kind] }, work);
}

/** The limit of whoever asks; undefined: none, as in migrations. */
export function currentTimeLimit(): TimeLimit | undefined {
  const limit = current.getStore();
  return limit && limit.milliseconds > 0 ? limit : undefined;
}
