import type { ErrorCode } from "../../core/validation/errorCatalogue.ts";

/** How a login by name and password ended: with an error of the catalogue, or with one of ours. */
export type LoginOutcome = "success" | "failed" | ErrorCode;

/** What the platform tells whoever measures it. Implementations return at once and never throw. */
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
