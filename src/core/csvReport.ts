import type { FieldError } from "./errors.ts";

/** What only a file can do wrong. */
export const csvRules = ["columns", "quote", "twice"] as const;
export type CsvRule = (typeof csvRules)[number];

/** What is wrong with a cell of a file, or with a whole line of it. */
export interface CsvProblem extends FieldError {
  /** Name of the column; empty: the line as a whole. */
  readonly column: string;
  /** As it stands in the file. */
  readonly value: string;
}

export interface CsvBadLine {
  /** From 1. */
  readonly line: number;
  readonly problems: readonly CsvProblem[];
}

/** What a file would do, or has done. */
export interface CsvReport {
  readonly isStored: boolean;
  /** Lines with records in them. */
  readonly lines: number;
  readonly good: number;
  readonly bad: number;
  /** The first `listedLines` of those that are bad. */
  readonly badLines: readonly CsvBadLine[];
  /** Resource -> records that are taken away before. */
  readonly purged: Readonly<Record<string, number>>;
  /** Resource -> records that lines name and that are not there yet. */
  readonly created: Readonly<Record<string, number>>;
}

/** Bad lines that a report lists; of more than that nobody reads every one. */
export const listedLines = 1000;

/** Bytes of the largest file that is taken. */
export const largestFile = 16 * 1024 * 1024;

/** A line of the stream that tells how an upload is getting on; the last of them has its outcome. */
export type CsvMessage =
  | { readonly progress: { readonly lines: number /** Of the file, 0 to 1. */; readonly share: number } }
  | { readonly report: CsvReport }
  | { readonly error: { readonly code: number; readonly message: string; readonly key: string } };

/** Media type of that stream: a line of JSON each. */
export const messageType = "application/x-ndjson";
