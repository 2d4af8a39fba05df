import type { TableDescriptor } from "../../core/descriptor.ts";

/** Hashes of passwords that administrators had before the present one. */
const formerPasswords: TableDescriptor = {
  name: "adminpasswords",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    { name: "password", type: "text", notNull: true },
    { name: "replaced_at", type: "timestamptz", notNull: true },
  ],
  indexes: [{ name: "pb_adminpasswords_admin", columns: ["admin_id", "id"], unique: false }],
};

/** Links to a new password that are on their way: one an administrator. */
const passwordResets: TableDescriptor = {
  name: "passwordresets",
  columns: [
    { name: "admin_id", type: "integer", notNull: true },
    // Whoever reads the database must not be able to use it.
    { name: "token_hash", type: "text", notNull: true },
    { name: "ip", type: "text", notNull: true },
    { name: "created_at", type: "timestamptz", notNull: true },
  ],
  indexes: [
    { name: "pb_passwordresets_admin", columns: ["admin_id"], unique: true },
    { name: "pb_passwordresets_token", columns: ["token_hash"], unique: true },
  ],
};

export const passwordTables: readonly TableDescriptor[] = [formerPasswords, passwordResets];
