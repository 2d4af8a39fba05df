import type { Json, TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";
import type { ErrorBody } from "../http/errors.ts";

/** Bulk runs as jobs of the platform. */
const jobTable = {
  name: "bulkjobs",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    { name: "resource", type: "text", notNull: true },
    // change, remove, or restore.
    { name: "action", type: "text", notNull: true },
    // Of a change: field -> value; of a list of values to come, an object is one more entry.
    { name: "changes", type: "jsonb", notNull: true },
    // Ids of records in their order; of a restore, those of journal entries.
    { name: "targets", type: "jsonb", notNull: true },
    { name: "total", type: "integer", notNull: true },
    // How many targets were tried; the next one is at this place.
    { name: "tried", type: "integer", notNull: true },
    { name: "done", type: "integer", notNull: true },
    { name: "failed", type: "integer", notNull: true },
    // running, finished, stopped, or refused: its user lost the right to go on.
    { name: "state", type: "text", notNull: true },
    // Names its journal entries.
    { name: "run", type: "text", notNull: true },
    // The run that it restores.
    { name: "restores", type: "text", notNull: false },
    { name: "started", type: "timestamptz", notNull: true },
    { name: "ended", type: "timestamptz", notNull: false },
    // The process that works on it, and when it last did.
    { name: "node", type: "text", notNull: false },
    { name: "beat", type: "timestamptz", notNull: false },
  ],
  indexes: [
    { name: "pb_bulkjobs_admin", columns: ["admin_id", "id"], unique: false },
    { name: "pb_bulkjobs_state", columns: ["state", "id"], unique: false },
    { name: "pb_bulkjobs_restores", columns: ["restores"], unique: false, where: { restores: "not null" } },
  ],
} as const satisfies TableDescriptor;

/** The records that a job was refused, each with the reason. */
const failureTable = {
  name: "bulkjobfailures",
  columns: [
    { name: "job_id", type: "integer", notNull: true },
    // As in the job's targets.
    { name: "target", type: "integer", notNull: true },
    { name: "record_id", type: "integer", notNull: true },
    { name: "title", type: "text", notNull: true },
    { name: "refusal", type: "jsonb", notNull: true },
  ],
  indexes: [{ name: "pb_bulkjobfailures_job", columns: ["job_id", "id"], unique: true }],
} as const satisfies TableDescriptor;

export const jobTables = [jobTable, failureTable];

declare module "../../generated/database.gen.ts" {
  interface Tables {
    bulkjobs: TableOf<typeof jobTable, { changes: Readonly<Record<string, Json>>; targets: readonly number[] }>;
    bulkjobfailures: TableOf<typeof failureTable, { refusal: ErrorBody }>;
  }
}
