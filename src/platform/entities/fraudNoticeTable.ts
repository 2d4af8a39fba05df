import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/** Which fraud events somebody has been told of. */
export const fraudNoticeTable = {
  name: "fraudnotices",
  columns: [
    { name: "customer_id", type: "integer", notNull: true },
    { name: "period", type: "text", notNull: true },
    // The day, or the first of the month.
    { name: "first", type: "text", notNull: true },
    { name: "status", type: "text", notNull: true },
    { name: "notified_at", type: "timestamptz", notNull: false },
  ],
  indexes: [{ name: "pb_fraudnotices_event", columns: ["customer_id", "period", "first"], unique: true }],
} as const satisfies TableDescriptor;

declare module "../../generated/database.gen.ts" {
  interface Tables {
    fraudnotices: TableOf<typeof fraudNoticeTable>;
  }
}
