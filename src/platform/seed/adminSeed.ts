import type { Draft } from "./draft.ts";
import { slug } from "./names.ts";
import type { Tenant } from "./tenants.ts";

/** Password of all accounts of the demonstration. It is public, so never use it on a platform with a network. */
export const DEMONSTRATION_PASSWORD = "Copper-Lantern-42!";

export interface Account {
  readonly login: string;
  readonly role: "system" | "admin" | "reseller" | "ccareadmin" | "ccare" | "lintercept";
  readonly resellerId: number;
  readonly isMaster?: boolean;
  readonly isReadOnly?: boolean;
}

/** Accounts for all roles of the panel, a master for each reseller, and a system account. */
export function addAdmins(draft: Draft, tenants: readonly Tenant[], passwordHashes: readonly string[]): void {
  for (const [index, account] of accountsOf(tenants).entries()) {
    addAdmin(draft, account, {
      email: `${account.login}@platform.example`,
      password: passwordHashes[index],
      password_to_change: false,
    });
  }
}

interface Credentials {
  readonly email: string | null;
  readonly password: string | undefined;
  readonly password_to_change: boolean;
}

export function addAdmin(draft: Draft, account: Account, credentials: Credentials): void {
  const seesData = account.role !== "lintercept";
  draft.add("admins", {
    reseller_id: account.resellerId,
    login: account.login,
    role: account.role,
    ...credentials,
    is_master: account.isMaster ?? false,
    is_active: true,
    read_only: account.isReadOnly ?? false,
    show_passwords: seesData,
    can_reset_password: true,
    call_data: seesData,
    billing_data: seesData,
    enable_2fa: false,
  });
}

/** Logins in the order in which they are displayed; the first has all permissions. They cover all thirteen roles. */
export function accountsOf(tenants: readonly Pick<Tenant, "id" | "name">[]): Account[] {
  const [first] = tenants;
  const resellerId = first?.id ?? 1;
  return [
    { login: "administrator", role: "admin", resellerId: 1, isMaster: true },
    { login: "operator", role: "admin", resellerId: 1 },
    { login: "auditor", role: "admin", resellerId: 1, isMaster: true, isReadOnly: true },
    ...tenants.map(({ id, name }) => ({
      login: slug(name),
      role: "reseller" as const,
      resellerId: id,
      isMaster: true,
    })),
    { login: "shopkeeper", role: "reseller", resellerId },
    { login: "careadmin", role: "ccareadmin", resellerId: 1 },
    { login: "caredesk", role: "ccare", resellerId },
    { login: "intercept", role: "lintercept", resellerId: 1 },
    { login: "operator-readonly", role: "admin", resellerId: 1, isReadOnly: true },
    {
      login: `${slug(first?.name ?? "reseller")}-readonly`,
      role: "reseller",
      resellerId,
      isMaster: true,
      isReadOnly: true,
    },
    { login: "shopkeeper-readonly", role: "reseller", resellerId, isReadOnly: true },
    { login: "careadmin-readonly", role: "ccareadmin", resellerId: 1, isReadOnly: true },
    { login: "caredesk-readonly", role: "ccare", resellerId, isReadOnly: true },
    // Manages the lawful interception accounts, which masters cannot see.
    { login: "systemowner", role: "system", resellerId: 1, isMaster: true },
  ];
}
