import type { Draft } from "./draft.ts";
import { slug } from "./names.ts";
import type { Tenant } from "./tenants.ts";

/** Password of every account of the demonstration: known to all, so nothing for a platform with a network. */
export const DEMONSTRATION_PASSWORD = "Copper-Lantern-42!";

interface Account {
  readonly login: string;
  readonly role: "admin" | "reseller" | "ccareadmin" | "ccare" | "lintercept";
  readonly resellerId: number;
  readonly isMaster?: boolean;
  readonly isReadOnly?: boolean;
}

/** One account for each of the panel's roles, and a master for each reseller. */
export function addAdmins(draft: Draft, tenants: readonly Tenant[], passwordHashes: readonly string[]): void {
  for (const [index, account] of accountsOf(tenants).entries()) {
    const seesData = account.role !== "lintercept";
    draft.add("admins", {
      reseller_id: account.resellerId,
      login: account.login,
      email: `${account.login}@platform.example`,
      role: account.role,
      password: passwordHashes[index],
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
}

/** Logins in the order in which they are offered; the first may do everything. All thirteen roles are among them. */
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
  ];
}
