import type { Json } from "../schema/descriptor.ts";
import type { ErrorBody } from "../validation/errors.ts";

/** Actions of a bulk job on each record; `restore` puts back what a bulk run has done. */
export const bulkActions = ["change", "remove", "restore"] as const;
export type BulkJobAction = (typeof bulkActions)[number];

/** `refused`: its user lost the right to go on, or was locked. */
export type BulkJobState = "running" | "finished" | "stopped" | "refused";

/** A bulk job as `/api/bulkjobs/` answers it. Times are RFC 3339. */
export interface BulkJob {
  readonly id: number;
  readonly resource: string;
  readonly action: BulkJobAction;
  /** For `change`: field -> new value; in a list of scheduled values, an object is one more entry (`valuesFor`). */
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
  /** Whether it ends records in a final state, in place of deleting them. */
  readonly terminates: boolean;
  /** Whether restoring its run puts back all that it did: not what a status does to the records that it reaches. */
  readonly undoable: boolean;
  readonly started: string;
  readonly ended: string | null;
}

/** A record that was refused, and why: as its own request would be answered. */
export interface BulkJobFailure extends ErrorBody {
  readonly record_id: number;
  readonly title: string;
}

export interface BulkJobReport extends BulkJob {
  readonly failures: readonly BulkJobFailure[];
}

/** The effects of a job, tried with the first records and rolled back. */
export interface BulkJobPreview {
  /** Each with the fields that change, as the journal would tell it; a record that would stay as it is is absent. */
  readonly records: readonly {
    readonly id: number;
    readonly changes: Readonly<Record<string, { readonly before: Json; readonly after: Json }>>;
  }[];
  readonly failures: readonly BulkJobFailure[];
  /** Numbers of records of other resources that change or end along with them, however deep, by resource. */
  readonly along: Readonly<Record<string, number>>;
}

export const MAX_JOB_RECORDS = 10_000;
export const MAX_PREVIEW_RECORDS = 100;
