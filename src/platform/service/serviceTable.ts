import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/** Personal records of users of the panel: favourite pages, saved views, dismissed hints. */
export const serviceTable = {
  name: "panel_items",
  columns: [
    { name: "collection", type: "text", notNull: true },
    // Set by ownerOf.
    { name: "owner", type: "text", notNull: true },
    { name: "data", type: "jsonb", notNull: true },
  ],
  indexes: [{ name: "pb_panel_items_owner", columns: ["owner", "collection", "id"], unique: false }],
} as const satisfies TableDescriptor;

declare module "../../generated/database.gen.ts" {
  interface Tables {
    panel_items: TableOf<typeof serviceTable, { data: Readonly<Record<string, string>> }>;
  }
}
