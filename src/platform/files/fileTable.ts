import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/** Contents of records' files, outside their rows so that no list reads them. */
export const fileTable = {
  name: "recordfiles",
  columns: [
    { name: "resource_name", type: "text", notNull: true },
    { name: "resource_id", type: "integer", notNull: true },
    { name: "field", type: "text", notNull: true },
    { name: "media_type", type: "text", notNull: true },
    // Original file name.
    { name: "file_name", type: "text", notNull: false },
    { name: "content", type: "bytea", notNull: true },
    // The account that has sent it; null: the platform made it.
    { name: "stored_by", type: "integer", notNull: false },
  ],
  indexes: [
    { name: "pb_recordfiles_field", columns: ["resource_name", "resource_id", "field"], unique: true },
    { name: "pb_recordfiles_stored_by", columns: ["stored_by"], unique: false, where: { stored_by: "not null" } },
  ],
} as const satisfies TableDescriptor;

declare module "../../generated/database.gen.ts" {
  interface Tables {
    recordfiles: TableOf<typeof fileTable>;
  }
}
