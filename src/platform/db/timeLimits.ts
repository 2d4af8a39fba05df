import { ContextValue } from "./contextValue.ts";

/**
 * The kinds of time limits of statements, by what these are for: a record or anything else that somebody waits for,
 * lists and searches, exports and reports, and work that nobody waits for.
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

const current = new ContextValue<TimeLimit>();

/** Runs work whose statements on a PostgreSQL server are cancelled after the limit of their kind. */
export function withTimeLimit<T>(limits: TimeLimits, kind: TimeLimitKind, run: () => T): T {
  return current.run({ kind, milliseconds: limits[kind] }, run);
}

/** Returns the time limit of the current context; undefined if there is none, as in migrations. */
export function currentTimeLimit(): TimeLimit | undefined {
  const limit = current.get();
  return limit && limit.milliseconds > 0 ? limit : undefined;
}
