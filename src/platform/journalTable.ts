import type { Json, TableDescriptor } from "../core/descriptor.ts";
import type { TableOf } from "./db/columnTypes.ts";

/** Who changed what and when: append-only, written with every change. */
export const journalTable = {
  name: "journals",
  columns: [
    { name: "resource_name", type: "text", notNull: true },
    { name: "resource_id", type: "integer", notNull: true },
    // A text id: resource_id is 0 then.
    { name: "resource_key", type: "text", notNull: false },
    { name: "operation", type: "text", notNull: true },
    { name: "timestamp", type: "timestamptz", notNull: true },
    { name: "user_id", type: "integer", notNull: true },
    { name: "username", type: "text", notNull: true },
    { name: "reseller_id", type: "integer", notNull: false },
    // Field -> { before, after }.
    { name: "changes", type: "jsonb", notNull: true },
    // Entries of one transaction have the same.
    { name: "unit", type: "text", notNull: false },
    // The run of several requests that the client named.
    { name: "run", type: "text", notNull: false },
    // The entry whose values this one put back.
    { name: "restored_id", type: "integer", notNull: false },
    // What makes a deleted record again: see work/kept.ts.
    { name: "kept", type: "jsonb", notNull: false },
    // Place in the chain and hash, once sealed: see history/chain.ts.
    { name: "link", type: "integer", notNull: false },
    { name: "hash", type: "text", notNull: false },
  ],
  indexes: [
    { name: "pb_journals_resource", columns: ["resource_name", "resource_id", "id"], unique: false },
    { name: "pb_journals_reseller", columns: ["reseller_id", "id"], unique: false },
    { name: "pb_journals_user", columns: ["username", "id"], unique: false },
    { name: "pb_journals_unit", columns: ["unit", "id"], unique: false },
    { name: "pb_journals_run", columns: ["run", "id"], unique: false, where: { run: "not null" } },
    { name: "pb_journals_ended", columns: ["resource_name", "id"], unique: false, where: { kept: "not null" } },
    { name: "pb_journals_timestamp", columns: ["timestamp", "id"], unique: false },
    { name: "pb_journals_unsealed", columns: ["id"], unique: false, where: { link: null } },
    // That no place is taken twice is up to the lock under which entries are sealed: an index of a partitioned table
    // could only be unique within a month.
    { name: "pb_journals_link", columns: ["link"], unique: false, where: { link: "not null" } },
  ],
  partitionBy: "timestamp",
} as const satisfies TableDescriptor;

declare module "../generated/database.gen.ts" {
  interface Tables {
    journals: TableOf<typeof journalTable, { changes: Readonly<Record<string, Json>> }>;
  }
}
