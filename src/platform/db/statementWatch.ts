import type { LogEvent } from "kysely";

/** A statement that ended. */
export interface Statement {
  /** With placeholders instead of values. */
  readonly text: string;
  readonly milliseconds: number;
  readonly isFailed: boolean;
}

export type StatementListener = (statement: Statement) => void;

/** The connections of a database: those in use, those that wait for work, and how many callers wait for one. */
export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface StatementWatch {
  /** Kysely's `log`; called in the asynchronous context of whoever runs the statement. */
  readonly log: (event: LogEvent) => void;
  /** Calls the listener after each statement from now on. */
  readonly onStatement: (listener: StatementListener) => void;
}

/** Tells how long statements take; without a listener it costs next to nothing. */
export function watchStatements(): StatementWatch {
  const listeners: StatementListener[] = [];
  return {
    log: ({ level, query, queryDurationMillis }) => {
      if (listeners.length === 0) return;
      const statement = { text: query.sql, milliseconds: queryDurationMillis, isFailed: level === "error" };
      for (const listener of listeners) listener(statement);
    },
    onStatement: (listener) => void listeners.push(listener),
  };
}
