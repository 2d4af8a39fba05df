import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/** Values of all kinds of owners: one row per preference set. */
export const preferenceTable = {
  name: "preferences",
  columns: [
    { name: "owner_kind", type: "text", notNull: true },
    { name: "owner_id", type: "integer", notNull: true },
    { name: "attribute", type: "text", notNull: true },
    // The value, a list of values, or a file; null when `target_id` has it.
    { name: "value", type: "jsonb", notNull: false },
    // The referenced record, by id because it may be renamed.
    { name: "target_id", type: "integer", notNull: false },
  ],
  indexes: [
    { name: "pb_preferences_unique", columns: ["owner_kind", "owner_id", "attribute"], unique: true },
    { name: "pb_preferences_target", columns: ["target_id", "attribute"], unique: false },
  ],
} as const satisfies TableDescriptor;

declare module "../../generated/database.gen.ts" {
  interface Tables {
    preferences: TableOf<typeof preferenceTable>;
  }
}
