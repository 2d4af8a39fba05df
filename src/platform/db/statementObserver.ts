import type { LogEvent } from "kysely";
import { isCancelled } from "./errors.ts";
import { currentTimeLimit, type TimeLimitKind } from "./timeLimits.ts";

export interface FinishedStatement {
  /** With placeholders instead of values. */
  readonly text: string;
  readonly milliseconds: number;
  readonly isFailed: boolean;
  /** The kind of the time limit that has ended it. */
  readonly cancelled?: TimeLimitKind | undefined;
}

export type StatementListener = (statement: FinishedStatement) => void;

/** The connections of a database: those in use, those that wait for work, and how many callers wait for one. */
export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface StatementWatch {
  /** Kysely's `log`; called in the asynchronous context of the caller that runs the statement. */
  readonly log: (event: LogEvent) => void;
  readonly onStatement: (listener: StatementListener) => void;
}

/** Tells how long statements take; without a listener it costs next to nothing. */
export function watchStatements(): StatementWatch {
  const listeners: StatementListener[] = [];
  return {
    log: (event) => {
      if (listeners.length === 0) return;
      const { level, query, queryDurationMillis: milliseconds } = event;
      const cancelled = event.level === "error" && isCancelled(event.error) ? currentTimeLimit()?.kind : undefined;
      const statement = { text: query.sql, milliseconds, isFailed: level === "error", cancelled };
      for (const listener of listeners) listener(statement);
    },
    onStatement: (listener) => void listeners.push(listener),
  };
}
