import type { TableDescriptor } from "../../core/descriptor.ts";
import type { TableOf } from "../db/columnTypes.ts";

/**
 * Failed logins and the bans they led to: a row for each user name and address, and one for each address over all
 * names, with an empty name, which nobody has.
 */
export const loginAttemptTable = {
  name: "loginattempts",
  columns: [
    { name: "username", type: "text", notNull: true },
    { name: "ip", type: "text", notNull: true },
    { name: "failures", type: "integer", notNull: true },
    // Number of earlier bans: each further one is longer.
    { name: "stage", type: "integer", notNull: true },
    { name: "counting_since", type: "timestamptz", notNull: true },
    { name: "last_failure_at", type: "timestamptz", notNull: true },
    { name: "banned_until", type: "timestamptz", notNull: false },
  ],
  indexes: [
    { name: "pb_loginattempts_ip_username_unique", columns: ["ip", "username"], unique: true },
    { name: "pb_loginattempts_last_failure_at", columns: ["last_failure_at"], unique: false },
    { name: "pb_loginattempts_banned_until", columns: ["banned_until"], unique: false },
  ],
} as const satisfies TableDescriptor;

declare module "../../generated/database.gen.ts" {
  interface Tables {
    loginattempts: TableOf<typeof loginAttemptTable>;
  }
}
