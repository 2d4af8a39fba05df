import type { Kysely } from "kysely";
import { roles } from "../../src/generated/permissions.gen.ts";
import { hashSecret } from "../../src/platform/auth/secrets.ts";
import type { AnyTables } from "../../src/platform/db/tables.ts";

export interface Account {
  readonly login: string;
  readonly password: string;
}

const PASSWORD = "Te5t-accounts!";

/** Server role and mastery behind each base role. */
const BASES: Readonly<Record<string, { readonly role: string; readonly is_master: boolean }>> = {
  superuserMaster: { role: "admin", is_master: true },
  superuser: { role: "admin", is_master: false },
  resellerMaster: { role: "reseller", is_master: true },
  reseller: { role: "reseller", is_master: false },
  ccareSuperuser: { role: "ccareadmin", is_master: false },
  ccare: { role: "ccare", is_master: false },
  lintercept: { role: "lintercept", is_master: false },
};

const names = roles.roles.flatMap(({ name, readOnlyVariant }) =>
  readOnlyVariant ? [name, `${name}ReadOnly`] : [name],
);

/** One account for each of the thirteen roles, by role. */
export const ACCOUNTS: Readonly<Record<string, Account>> = Object.fromEntries(
  names.map((name) => [name, { login: `test-${name}`.toLowerCase(), password: PASSWORD }]),
);

export function accountOf(role: string): Account {
  const account = ACCOUNTS[role];
  if (!account) throw new Error(`no role ${role}`);
  return account;
}

/** Writes the accounts straight into the table: no administrator may create all of them through the API. */
export async function insertAccounts(db: Kysely<AnyTables>, resellerId: number): Promise<void> {
  const hash = await hashSecret(PASSWORD);
  const rows = names.map((name) => {
    const base = BASES[name.replace(/ReadOnly$/, "")];
    if (!base) throw new Error(`no flags for ${name}`);
    // As the platform itself would have made them: interception sees no data.
    const seesData = base.role !== "lintercept";
    return {
      login: `test-${name}`.toLowerCase(),
      password: hash,
      email: `${name}@test.example`.toLowerCase(),
      reseller_id: resellerId,
      role: base.role,
      is_master: base.is_master,
      is_active: true,
      read_only: name.endsWith("ReadOnly"),
      show_passwords: seesData,
      can_reset_password: true,
      call_data: seesData,
      billing_data: seesData,
      enable_2fa: false,
    };
  });
  await db.insertInto("admins").values(rows).execute();
}
