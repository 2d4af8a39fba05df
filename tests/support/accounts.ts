import type { Kysely } from "kysely";
import type { Tables } from "../../src/generated/database.gen.ts";
import { roles } from "../../src/generated/permissions.gen.ts";
import { hashSecret } from "../../src/platform/records/secrets.ts";

/** The demo reseller of the test accounts with reseller roles; not the platform's own. */
export const TEST_RESELLER = 2;

export interface Account {
  readonly login: string;
  readonly password: string;
}

const PASSWORD = "Te5t-accounts!";

/** Server role and master flag of each base role. */
const BASES: Readonly<Record<string, { readonly role: Tables["admins"]["role"]; readonly is_master: boolean }>> = {
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

/** One account per role. */
export const ACCOUNTS: Readonly<Record<string, Account>> = Object.fromEntries(
  names.map((name) => [name, { login: `test-${name}`.toLowerCase(), password: PASSWORD }]),
);

export function accountOf(role: string): Account {
  const account = ACCOUNTS[role];
  if (!account) throw new Error(`no role ${role}`);
  return account;
}

/** Inserts the accounts directly, as no administrator may create all of them through the API. */
export async function insertAccounts(db: Kysely<Tables>, resellerId: number): Promise<void> {
  const hash = await hashSecret(PASSWORD);
  const rows = names.map((name) => {
    const base = BASES[name.replace(/ReadOnly$/, "")];
    if (!base) throw new Error(`no flags for ${name}`);
    // As the platform creates them: lintercept accounts see no data.
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
