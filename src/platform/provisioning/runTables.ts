import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/** Each run of a template, by a form or a file. */
const runTable = {
  name: "provisioningruns",
  columns: [
    { name: "template_id", type: "integer", notNull: true },
    // Whose records it makes; empty until it is known.
    { name: "reseller_id", type: "integer", notNull: false },
    { name: "source", type: "text", notNull: true },
    { name: "username", type: "text", notNull: true },
    { name: "started", type: "timestamptz", notNull: true },
    { name: "created", type: "integer", notNull: true },
    { name: "failed", type: "integer", notNull: true },
    { name: "is_complete", type: "boolean", notNull: true },
    { name: "undone", type: "timestamptz", notNull: false },
    { name: "undone_by", type: "text", notNull: false },
  ],
  indexes: [{ name: "pb_provisioningruns_template", columns: ["template_id", "id"], unique: false }],
} as const satisfies TableDescriptor;

/** The records that a run has made, in order, with their version when their line was stored. */
const madeTable = {
  name: "provisioningmade",
  columns: [
    { name: "run_id", type: "integer", notNull: true },
    { name: "resource", type: "text", notNull: true },
    { name: "record_id", type: "integer", notNull: true },
    { name: "version", type: "integer", notNull: true },
  ],
  indexes: [{ name: "pb_provisioningmade_run", columns: ["run_id", "id"], unique: true }],
} as const satisfies TableDescriptor;

export const provisioningTables = [runTable, madeTable];

declare module "../../generated/database.gen.ts" {
  interface Tables {
    provisioningruns: TableOf<typeof runTable>;
    provisioningmade: TableOf<typeof madeTable>;
  }
}
