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
  ],
  indexes: [
    { name: "pb_journals_resource", columns: ["resource_name", "resource_id", "id"], unique: false },
    { name: "pb_journals_reseller", columns: ["reseller_id", "id"], unique: false },
  ],
} as const satisfies TableDescriptor;

declare module "../generated/database.gen.ts" {
  interface Tables {
    journals: TableOf<typeof journalTable, { changes: Readonly<Record<string, Json>> }>;
  }
}
