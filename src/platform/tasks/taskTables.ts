import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/** The last run of each kind of scheduled work, whichever node did it. */
const taskRunTable = {
  name: "taskruns",
  columns: [
    { name: "task", type: "text", notNull: true },
    { name: "node", type: "text", notNull: true },
    { name: "started", type: "timestamptz", notNull: true },
    { name: "took_ms", type: "integer", notNull: true },
    // success or failed.
    { name: "outcome", type: "text", notNull: true },
    { name: "succeeded", type: "timestamptz", notNull: false },
  ],
  indexes: [{ name: "pb_taskruns_task", columns: ["task"], unique: true }],
} as const satisfies TableDescriptor;

/** Backups of this database that were tried, written by whatever makes them. */
const backupTable = {
  name: "system_backups",
  columns: [
    { name: "at", type: "timestamptz", notNull: true },
    // What made it: backup, dump.
    { name: "kind", type: "text", notNull: true },
    // Bytes; none of one that failed.
    { name: "size", type: "bigint", notNull: false },
    // success or failed.
    { name: "outcome", type: "text", notNull: true },
  ],
  indexes: [{ name: "pb_system_backups_at", columns: ["at"], unique: false }],
} as const satisfies TableDescriptor;

export const taskTables = [taskRunTable, backupTable];

declare module "../../generated/database.gen.ts" {
  interface Tables {
    taskruns: TableOf<typeof taskRunTable>;
    system_backups: TableOf<typeof backupTable>;
  }
}
