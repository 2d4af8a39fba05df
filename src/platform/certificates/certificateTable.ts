import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/**
 * Every API certificate issued. Rows outlive their administrator: the revocation list names them until they would have
 * expired. Private keys are never stored.
 */
export const certificateTable = {
  name: "apicertificates",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    { name: "serial", type: "text", notNull: true },
    { name: "fingerprint", type: "text", notNull: true },
    { name: "created_at", type: "timestamptz", notNull: true },
    { name: "not_after", type: "timestamptz", notNull: true },
    // Null: not revoked.
    { name: "revoked_at", type: "timestamptz", notNull: false },
  ],
  indexes: [
    { name: "pb_apicertificates_fingerprint", columns: ["fingerprint"], unique: true },
    { name: "pb_apicertificates_admin", columns: ["admin_id"], unique: false },
  ],
} as const satisfies TableDescriptor;

declare module "../../generated/database.gen.ts" {
  interface Tables {
    apicertificates: TableOf<typeof certificateTable>;
  }
}
