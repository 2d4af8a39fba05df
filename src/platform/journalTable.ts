import type { TableDescriptor } from "../core/descriptor.ts";

/** Who changed what and when: written with every change, never changed. */
export const journalTable: TableDescriptor = {
  name: "journals",
  columns: [
    { name: "resource_name", type: "text", notNull: true },
    { name: "resource_id", type: "integer", notNull: true },
    // The id where it is a text: resource_id is 0 then.
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
};
