import type { Json } from "./descriptor.ts";
import type { FieldError } from "./errors.ts";

/** What a bulk job does to each record; `restore` puts back what a bulk run has done. */
export const bulkActions = ["change", "remove", "restore"] as const;
export type BulkJobAction = (typeof bulkActions)[number];

/** `refused`: its user lost the right to go on, or was locked. */
export type BulkJobState = "running" | "finished" | "stopped" | "refused";

/** A bulk job as `/api/bulkjobs/` answers it. Times are RFC 3339. */
export interface BulkJob {
  readonly id: number;
  readonly resource: string;
  readonly action: BulkJobAction;
  /** Of a change: field -> new value. */
  readonly changes: Readonly<Record<string, Json>>;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly state: BulkJobState;
  /** Running, but nobody works on it just now: its process ended, and another takes over. */
  readonly interrupted: boolean;
  /** Names its entries in the journal. */
  readonly run: string;
  /** The run that it restores. */
  readonly restores: string | null;
  /** The last job that restores what this one did. */
  readonly restored_by: number | null;
  readonly started: string;
  readonly ended: string | null;
}

/** A record that was refused, and why: as its own request would be answered. */
export interface BulkJobFailure {
  readonly record_id: number;
  readonly title: string;
  readonly code: number;
  readonly message: string;
  readonly key: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly errors?: readonly FieldError[];
}

/** A job with the first of its failures. */
export interface BulkJobReport extends BulkJob {
  readonly failures: readonly BulkJobFailure[];
}

/** Most records of a job. */
export const mostInJob = 10_000;
/** Most failures that a report lists. */
export const mostFailures = 1_000;
