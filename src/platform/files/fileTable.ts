import type { TableDescriptor } from "../../core/descriptor.ts";

/** Contents of the files of records: beside their rows, so that no list reads them. */
export const fileTable: TableDescriptor = {
  name: "recordfiles",
  columns: [
    { name: "resource_name", type: "text", notNull: true },
    { name: "resource_id", type: "integer", notNull: true },
    { name: "field", type: "text", notNull: true },
    { name: "media_type", type: "text", notNull: true },
    // What it was called where it came from.
    { name: "file_name", type: "text", notNull: false },
    { name: "content", type: "bytea", notNull: true },
  ],
  indexes: [{ name: "pb_recordfiles_field", columns: ["resource_name", "resource_id", "field"], unique: true }],
};
