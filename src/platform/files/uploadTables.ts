import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/** Streamed files: those of records, and those that are still arriving. */
export const uploadTable = {
  name: "uploads",
  columns: [
    // A UUID, by which requests and records name it.
    { name: "key", type: "text", notNull: true },
    { name: "resource_name", type: "text", notNull: true },
    { name: "field", type: "text", notNull: true },
    // The record that has the file; null: none yet.
    { name: "resource_id", type: "integer", notNull: false },
    // Who sends it; null: a record has it.
    { name: "admin_id", type: "integer", notNull: false },
    // Who has sent it, also when a record has it.
    { name: "stored_by", type: "integer", notNull: false },
    // Table with its contents; null: those of all.
    { name: "chunks", type: "text", notNull: false },
    { name: "file_name", type: "text", notNull: false },
    // In bytes; null: told by its end only.
    { name: "size", type: "bigint", notNull: false },
    // Bytes that have arrived.
    { name: "received", type: "bigint", notNull: true },
    // When the last of them have.
    { name: "changed_at", type: "timestamptz", notNull: true },
  ],
  indexes: [
    { name: "pb_uploads_key", columns: ["key"], unique: true },
    { name: "pb_uploads_record", columns: ["resource_name", "resource_id", "field"], unique: true },
    { name: "pb_uploads_admin", columns: ["admin_id"], unique: false },
  ],
} as const satisfies TableDescriptor;

/**
 * Their contents, in rows of the same size except for the last: no statement holds more than one. New uploads have a
 * table each, made like this one: dropping it gives its room back to the disk at once, while deleted rows would only
 * make room for others, and would first be written to the log.
 */
export const uploadChunkTable = {
  name: "uploadchunks",
  columns: [
    { name: "upload_id", type: "integer", notNull: true },
    // From 0.
    { name: "number", type: "integer", notNull: true },
    { name: "content", type: "bytea", notNull: true },
  ],
  indexes: [{ name: "pb_uploadchunks_number", columns: ["upload_id", "number"], unique: true }],
} as const satisfies TableDescriptor;

declare module "../../generated/database.gen.ts" {
  interface Tables {
    uploads: TableOf<typeof uploadTable>;
    uploadchunks: TableOf<typeof uploadChunkTable>;
  }
}
