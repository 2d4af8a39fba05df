import { describe, expect, it } from "vitest";
import type { Json, WireRecord } from "../../src/core/schema/descriptor.ts";
import { type Member, openAccessPlatform } from "../support/accessPlatform.ts";
import { ACCOUNTS, accountOf } from "../support/accounts.ts";
import { Api, idFromLocation, withoutLinks } from "../support/api.ts";
import { rawRoles, reachOf } from "../support/rights.ts";

const FLAGS = ["is_superuser", "is_ccare", "is_system", "lawful_intercept"] as const;
/** Privileges and locks, which nobody may change on their own account. */
const NOT_OWN = ["is_master", "is_active", "read_only", "show_passwords", "call_data", "billing_data"] as const;
const GRANTED = ["is_master", "show_passwords", "call_data", "billing_data"] as const;
const SERVER_ROLES = Object.keys(rawRoles.manages);
const ROLE_OF: Readonly<Record<string, string>> = {
  superuser: "admin",
  superuserMaster: "admin",
  ccareSuperuser: "ccareadmin",
};
const SEES_ALL = ["system", "admin", "ccareadmin", "lintercept"];

let count = 0;

const platform = await openAccessPlatform();

const serverRole = (role: string): string => {
  const base = role.replace(/ReadOnly$/, "");
  return ROLE_OF[base] ?? base.replace("Master", "");
};

function account(values: WireRecord): WireRecord {
  count++;
  const login = `made-${count}-up`;
  return { login, email: `${login}@test.example`, password: "Made-up-0f-words", reseller_id: 2, ...values };
}

/** Whether the schema lets this role create accounts of that one. */
function mayCreate({ role, isBound }: Member, wanted: string): boolean {
  if (reachOf("admins", role, "create") !== "all") return false;
  if (isBound && SEES_ALL.includes(wanted)) return false;
  if (reachOf("admins", role, "create", "role") === "none" && wanted !== "reseller") return false;
  return rawRoles.manages[serverRole(role)]?.includes(wanted) === true;
}

describe.each(Object.keys(ACCOUNTS))("%s", (role) => {
  it("only creates accounts of roles that it may grant, by name or by flags", async () => {
    const member = platform.memberOf(role);
    const wrong: string[] = [];
    for (const wanted of SERVER_ROLES) {
      const flags = Object.fromEntries(FLAGS.map((flag) => [flag, flagsOf(wanted).includes(flag)]));
      for (const values of [{ role: wanted }, flags, { role: "reseller", ...flags }] as WireRecord[]) {
        const answer = await member.api.request("POST", "/api/admins/", account(values));
        const requested = values.role === undefined ? wanted : String(values.role);
        const wasCreated = answer.status === 201;
        if (wasCreated !== mayCreate(member, requested))
          wrong.push(`${JSON.stringify(values)}: ${answer.status} ${answer.text}`);
        if (!wasCreated) continue;
        const { body } = await platform.owner.read("admins", idFromLocation(answer));
        if (body?.role !== requested) wrong.push(`${JSON.stringify(values)} makes ${body?.role}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("cannot promote, lock, demote or delete its own account", async () => {
    const { api, id } = platform.memberOf(role);
    const url = `/api/admins/${id}`;
    const before = (await api.request("GET", url)).body ?? {};
    const wishes: [string, Json][] = [
      ...NOT_OWN.map((name): [string, Json] => [name, !before[name]]),
      ...NOT_OWN.map((name): [string, Json] => [name, before[name] ? 0 : "1"]),
      ...SERVER_ROLES.filter((name) => name !== before.role).map((name): [string, Json] => ["role", name]),
      ...FLAGS.map((name): [string, Json] => [name, !before[name]]),
      ["reseller_id", 3],
      ["id", 1],
    ];
    for (const [name, value] of wishes) {
      // Superusers may set the reseller of their own account, as they see all resellers anyway.
      if (name === "reseller_id" && reachOf("admins", role, "update", name) !== "none") continue;
      await api.request("PUT", url, { ...withoutLinks(before), [name]: value });
      await api.request("PATCH", url, [{ op: "replace", path: `/${name}`, value }]);
      const after = (await api.request("GET", url)).body ?? {};
      expect(after, `${name} = ${value}`).toEqual(before);
    }
    expect((await api.request("DELETE", url)).status).toBe(403);
  });
});

it.each(["admin", "reseller"])("a master of role %s cannot grant a right that it lacks", async (wanted) => {
  for (const missing of GRANTED.filter((name) => name !== "is_master")) {
    const values = { role: wanted, is_master: true, show_passwords: true, call_data: true, billing_data: true };
    const maker = account({ ...values, [missing]: false });
    await platform.owner.create("admins", maker);
    const api = await Api.login(platform.app, String(maker.login), String(maker.password));
    const refused = await api.request("POST", "/api/admins/", account({ [missing]: true }));
    expect(refused.status, refused.text).toBe(403);
    const id = await api.create("admins", account({}));
    expect((await api.read("admins", id)).body?.[missing], `${missing} of an account created without it`).toBe(false);
    const patch = [{ op: "replace", path: `/${missing}`, value: true }];
    expect((await api.patch("admins", id, patch)).status).toBe(403);
    expect((await platform.owner.read("admins", id)).body?.[missing]).toBe(false);
  }
});

it("only the owner sets a password, and only managers change accounts", async () => {
  const { login } = accountOf("ccare");
  const target = platform.memberOf("ccare").id;
  const superuser = platform.memberOf("superuserMasterReadOnly").id;
  for (const { role, api } of platform.members.filter((member) => member.role !== "ccare")) {
    for (const patch of [
      [{ op: "replace", path: "/password", value: "Taken-0ver-now" }],
      [{ op: "replace", path: "/login", value: "taken-over" }],
    ]) {
      expect([403, 404, 422], role).toContain((await api.patch("admins", target, patch)).status);
    }
    if (role === "superuserMaster") continue;
    const up = [{ op: "replace", path: "/read_only", value: false }];
    if (superuser !== platform.memberOf(role).id) {
      expect([403, 404], role).toContain((await api.patch("admins", superuser, up)).status);
    }
  }
  await expect(Api.login(platform.app, login, accountOf("ccare").password)).resolves.toBeDefined();
});

function flagsOf(role: string): readonly string[] {
  return rawRoles.flags[role] ?? [];
}
