import type { ErrorCode } from "../../core/validation/errorCatalogue.ts";

/** The outcome of a login by name and password: success, or an error of the catalogue or of ours. */
type LoginOutcome = "success" | "failed" | ErrorCode;

/** The events that the platform reports for metrics. Implementations return at once and never throw. */
export interface Observer {
  /** The owner of a token was needed: known from the cache, or read from the database. */
  callerLookedUp(isCached: boolean): void;
  loginEnded(outcome: LoginOutcome): void;
  taskStarted(name: string): void;
  taskEnded(name: string, outcome: "success" | "failed", milliseconds: number): void;
}

/** Measures nothing. */
export const noObserver: Observer = {
  callerLookedUp: () => undefined,
  loginEnded: () => undefined,
  taskStarted: () => undefined,
  taskEnded: () => undefined,
};
