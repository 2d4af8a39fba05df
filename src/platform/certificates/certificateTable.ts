import type { TableDescriptor } from "../../core/descriptor.ts";

/**
 * Every API certificate that was issued. Rows outlive their administrator: the list of revocations names them until
 * they would have ended anyway. Private keys are nowhere.
 */
export const certificateTable: TableDescriptor = {
  name: "apicertificates",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    { name: "serial", type: "text", notNull: true },
    { name: "fingerprint", type: "text", notNull: true },
    { name: "created_at", type: "timestamptz", notNull: true },
    { name: "not_after", type: "timestamptz", notNull: true },
    // Null: it is good.
    { name: "revoked_at", type: "timestamptz", notNull: false },
  ],
  indexes: [
    { name: "pb_apicertificates_fingerprint", columns: ["fingerprint"], unique: true },
    { name: "pb_apicertificates_admin", columns: ["admin_id"], unique: false },
  ],
};
