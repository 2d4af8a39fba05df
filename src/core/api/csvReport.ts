import type { FieldError } from "../validation/errors.ts";
import { MEGABYTE } from "../values/bytes.ts";

/** Rules that only a file can break. */
export const csvRules = ["columns", "quote", "twice", "header"] as const;
export type CsvRule = (typeof csvRules)[number];

/** An error of a cell or a whole line of a file. */
export interface CsvError extends FieldError {
  /** Name of the column; empty: the whole line. */
  readonly column: string;
  readonly value: string;
}

export interface CsvBadLine {
  /** From 1. */
  readonly line: number;
  readonly problems: readonly CsvError[];
}

/** A line as it is read: text by column. */
export interface CsvSample {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The changes that an upload would make, or has made. */
export interface CsvReport {
  readonly isStored: boolean;
  /** Lines with records in them. */
  readonly lines: number;
  readonly good: number;
  readonly bad: number;
  /** The first `MAX_LISTED_LINES` bad lines. */
  readonly badLines: readonly CsvBadLine[];
  /** The first lines, to see that columns are separated as they should be. */
  readonly sample: readonly CsvSample[];
  /** Resource -> records deleted beforehand. */
  readonly purged: Readonly<Record<string, number>>;
  /** Number of those that have a value in `csv.purgeCountField`. */
  readonly purgedMarked?: number;
  /** Resource -> missing records that lines refer to and that are created. */
  readonly created: Readonly<Record<string, number>>;
}

export const MAX_LISTED_LINES = 1000;

export const MAX_FILE_BYTES = 16 * MEGABYTE;

/** A line of the stream that reports the progress of an upload; the last one has the result. */
export type CsvMessage =
  | { readonly progress: { readonly lines: number /** Of the file, 0 to 1. */; readonly share: number } }
  | { readonly report: CsvReport }
  | { readonly error: { readonly code: number; readonly message: string; readonly key: string } };

/** Media type of that stream: one JSON document per line. */
export const messageType = "application/x-ndjson";
