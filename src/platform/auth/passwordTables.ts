import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/** Hashes of administrators' previous passwords. */
const formerPasswords = {
  name: "adminpasswords",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    { name: "password", type: "text", notNull: true },
    { name: "replaced_at", type: "timestamptz", notNull: true },
  ],
  indexes: [{ name: "pb_adminpasswords_admin", columns: ["admin_id", "id"], unique: false }],
} as const satisfies TableDescriptor;

/** Pending password reset links: one per administrator. */
const passwordResets = {
  name: "passwordresets",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    // Hashed, so that read access to the database is not enough to use it.
    { name: "token_hash", type: "text", notNull: true },
    { name: "ip", type: "text", notNull: true },
    { name: "created_at", type: "timestamptz", notNull: true },
  ],
  indexes: [
    { name: "pb_passwordresets_admin", columns: ["admin_id"], unique: true },
    { name: "pb_passwordresets_token", columns: ["token_hash"], unique: true },
  ],
} as const satisfies TableDescriptor;

export const passwordTables: readonly TableDescriptor[] = [formerPasswords, passwordResets];

declare module "../../generated/database.gen.ts" {
  interface Tables {
    adminpasswords: TableOf<typeof formerPasswords>;
    passwordresets: TableOf<typeof passwordResets>;
  }
}
