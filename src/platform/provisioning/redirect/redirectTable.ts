import type { TableDescriptor } from "../../../core/descriptor.ts";
import type { TableOf } from "../../db/columnTypes.ts";

/** Calls of vendors' services that are still to be made: they are outside, and may be slow or down. */
export const redirectTable = {
  name: "redirectcalls",
  columns: [
    // The model has the service's credentials.
    { name: "model_id", type: "integer", notNull: true },
    { name: "device_id", type: "integer", notNull: false },
    { name: "reseller_id", type: "integer", notNull: false },
    // 'register' or 'unregister'.
    { name: "action", type: "text", notNull: true },
    { name: "identifier", type: "text", notNull: true },
    { name: "attempts", type: "integer", notNull: true },
    { name: "due_at", type: "timestamptz", notNull: true },
  ],
  indexes: [{ name: "pb_redirectcalls_due", columns: ["due_at", "id"], unique: false }],
} as const satisfies TableDescriptor;

declare module "../../../generated/database.gen.ts" {
  interface Tables {
    redirectcalls: TableOf<typeof redirectTable>;
  }
}
