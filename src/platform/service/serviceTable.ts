import type { TableDescriptor } from "../../core/descriptor.ts";

/** What people keep for themselves in the panel: favourite pages, saved views. */
export const serviceTable: TableDescriptor = {
  name: "panel_items",
  columns: [
    { name: "collection", type: "text", notNull: true },
    // Whose it is: see ownerOf.
    { name: "owner", type: "text", notNull: true },
    { name: "data", type: "jsonb", notNull: true },
  ],
  indexes: [{ name: "pb_panel_items_owner", columns: ["owner", "collection", "id"], unique: false }],
};
