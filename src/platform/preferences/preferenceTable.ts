import type { TableDescriptor } from "../../core/descriptor.ts";

/** Values of all kinds of owners: one row a preference that is set. */
export const preferenceTable: TableDescriptor = {
  name: "preferences",
  columns: [
    { name: "owner_kind", type: "text", notNull: true },
    { name: "owner_id", type: "integer", notNull: true },
    { name: "attribute", type: "text", notNull: true },
    // The value, a list of values, or a file; null where `target_id` says it.
    { name: "value", type: "jsonb", notNull: false },
    // The record that a reference names on the wire: it may be renamed.
    { name: "target_id", type: "integer", notNull: false },
  ],
  indexes: [
    { name: "pb_preferences_unique", columns: ["owner_kind", "owner_id", "attribute"], unique: true },
    { name: "pb_preferences_target", columns: ["target_id", "attribute"], unique: false },
  ],
};
