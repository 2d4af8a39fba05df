import { describe, expect, it } from "vitest";
import { Api, embedded } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { mayManage } from "../accounts/managing.ts";

const secret = "Quiet7Otter!x";
const replace = (path: string, value: unknown) => [{ op: "replace", path: `/${path}`, value }];

const platform = await demonstrationUntilEnd();

let serial = 0;
const admin = (values: WireRecord): WireRecord => ({
  reseller_id: 1,
  login: `admin-${++serial}`,
  role: "admin",
  password: secret,
  ...values,
});

async function idOf(login: string): Promise<number> {
  const { kysely } = platform.database;
  const row = await kysely.selectFrom("admins").select("id").where("login", "=", login).executeTakeFirstOrThrow();
  return Number(row.id);
}

/** Logins that a caller sees. */
async function seen(api: Api): Promise<unknown[]> {
  return embedded(await api.list("admins", { rows: 100 }), "admins").map(({ login }) => login);
}

/** Status and error code of an attempt. */
async function attempt(api: Api, method: "POST" | "PATCH" | "DELETE", url: string, body?: unknown) {
  const answer = await api.request(method, url, body);
  return answer.status < 300 ? [answer.status] : [answer.status, answer.body?.key];
}

const systemAccount = () => platform.as("systemowner");

describe("who sees whom", () => {
  it("a master sees everyone but system and interception", async () => {
    await systemAccount();
    const logins = await seen(await platform.as("administrator"));
    expect(logins).toEqual(expect.arrayContaining(["administrator", "operator", "albion-voice", "caredesk"]));
    expect(logins).not.toContain("intercept");
    expect(logins).not.toContain("systemowner");
  });

  it("a system account sees all", async () => {
    expect(await seen(await systemAccount())).toEqual(expect.arrayContaining(["intercept", "systemowner"]));
  });

  it("a reseller's master sees its own administrators", async () => {
    const logins = await seen(await platform.as("albion-voice"));
    expect(logins.toSorted()).toEqual([
      "albion-voice",
      "albion-voice-readonly",
      "caredesk",
      "caredesk-readonly",
      "shopkeeper",
      "shopkeeper-readonly",
    ]);
  });

  it.each(["operator", "shopkeeper", "shopkeeper-readonly", "caredesk", "careadmin", "intercept"])(
    "%s sees the own record only",
    async (login) => {
      const api = await platform.as(login);
      expect(await seen(api)).toEqual([login]);
      expect((await api.read("admins", await idOf("administrator"))).status).toBe(404);
    },
  );
});

describe("roles and flags", () => {
  it("are two names for one thing", async () => {
    const api = await platform.as("administrator");
    const id = await api.create("admins", admin({ role: undefined, is_superuser: true, is_ccare: true }));
    const { body } = await api.read("admins", id);
    expect(body).toMatchObject({
      role: "ccareadmin",
      is_superuser: true,
      is_ccare: true,
      is_system: false,
      is_master: false,
    });
    await api.patch("admins", id, replace("role", "reseller"));
    expect((await api.read("admins", id)).body).toMatchObject({
      role: "reseller",
      is_superuser: false,
      is_ccare: false,
    });
  });

  it("of interception see no data", async () => {
    const api = await systemAccount();
    const id = await api.create("admins", admin({ role: "lintercept", is_master: true, call_data: true }));
    expect((await api.read("admins", id)).body).toMatchObject({
      lawful_intercept: true,
      is_master: false,
      call_data: false,
      billing_data: false,
      show_passwords: false,
    });
  });
});

describe("what a master may grant", () => {
  it.each([
    ["system", null, ["system", "admin", "reseller", "ccareadmin", "ccare", "lintercept"]],
    ["admin", null, ["admin", "reseller", "ccareadmin", "ccare"]],
    // The role table would let it create a ccareadmin, who sees all resellers.
    ["reseller", 2, ["reseller", "ccare"]],
    ["lintercept", null, []],
  ])("%s manages the roles it reaches as far as", (serverRole, resellerId, wanted) => {
    const all = ["system", "admin", "reseller", "ccareadmin", "ccare", "lintercept"];
    expect(all.filter((role) => mayManage({ serverRole, resellerId }, role))).toEqual(wanted);
  });

  it("a reseller's master creates accounts like its own", async () => {
    const api = await platform.as("albion-voice");
    const id = await api.create("admins", admin({ role: undefined }));
    expect((await api.read("admins", id)).body).toMatchObject({ role: "reseller", reseller_id: 2 });
    expect((await api.request("POST", "/api/admins/", admin({ role: "admin" }))).status).toBe(403);
  });

  it("grants no rights that the master lacks", async () => {
    const { kysely } = platform.database;
    await kysely.updateTable("admins").set({ billing_data: false }).where("login", "=", "spreeklang").execute();
    const api = await platform.as("spreeklang");
    const id = await api.create("admins", admin({ role: "reseller" }));
    expect((await api.read("admins", id)).body).toMatchObject({ billing_data: false, call_data: true, reseller_id: 3 });
    expect(await attempt(api, "PATCH", `/api/admins/${id}`, replace("billing_data", true))).toEqual([
      403,
      "errors.action_not_allowed",
    ]);
  });
});

it("the own account changes its e-mail and password, and logs in with the new one", async () => {
  const api = await platform.as("shopkeeper");
  const id = await idOf("shopkeeper");
  expect(await attempt(api, "PATCH", `/api/admins/${id}`, replace("email", "shop@albion-voice.example"))).toEqual([
    204,
  ]);
  expect(await attempt(api, "PATCH", `/api/admins/${id}`, replace("password", secret))).toEqual([204]);
  await expect(Api.login(platform.app, "shopkeeper", secret)).resolves.toBeDefined();
});

it("the built-in login cannot be deleted or changed, but can be disabled and enabled", async () => {
  const api = await systemAccount();
  expect(await attempt(api, "DELETE", "/api/admins/1")).toEqual([403, "errors.admin_protected"]);
  for (const [field, value] of [
    ["role", "reseller"],
    ["is_master", false],
    ["read_only", true],
    ["email", "taken@platform.example"],
  ] as const) {
    const url = "/api/admins/1";
    expect(await attempt(api, "PATCH", url, replace(field, value)), field).toEqual([403, "errors.admin_protected"]);
  }
  expect(await attempt(api, "PATCH", "/api/admins/1", replace("is_active", false))).toEqual([204]);
  expect(await attempt(api, "PATCH", "/api/admins/1", replace("is_active", true))).toEqual([204]);
});

it("others' accounts are disabled and deleted by masters", async () => {
  const api = await platform.as("albion-voice");
  const id = await api.create("admins", admin({ role: "reseller" }));
  const login = `admin-${serial}`;
  expect(await attempt(api, "PATCH", `/api/admins/${id}`, replace("is_active", false))).toEqual([204]);
  await expect(Api.login(platform.app, login, secret)).rejects.toThrow(/cannot log in/);
  expect(await attempt(api, "DELETE", `/api/admins/${id}`)).toEqual([204]);
});
