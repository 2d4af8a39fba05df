import { afterAll, describe, expect, it } from "vitest";
import { viewableRoles } from "../../src/core/access/viewAs.ts";
import type { ResourceDescriptor, WireRecord } from "../../src/core/schema/descriptor.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import { accountOf } from "../support/accounts.ts";
import { Api } from "../support/api.ts";
import { descriptors, sampled } from "../support/chosen.ts";
import { firstOfEach, shapeOfRoutes } from "../support/covering.ts";
import { openPrepared } from "../support/prepared.ts";

const admin = (role: string, read_only = false): WireRecord => ({ role, is_master: true, read_only });
const masters: Readonly<Record<string, WireRecord>> = {
  superuserMaster: { ...admin("admin"), is_superuser: true },
  superuserMasterReadOnly: { ...admin("admin", true), is_superuser: true },
  resellerMaster: admin("reseller"),
  resellerMasterReadOnly: admin("reseller", true),
};
const pairs = Object.entries(masters).flatMap(([master, record]) =>
  [...viewableRoles(record).keys()].map((role) => [master, role] as const),
);
/** Accounts and sessions, of which every caller has its own. */
const personal = ["admins", "adminsessions"];
const listed = descriptors.filter(
  (one) => one.operations.includes("list") && (sampled.includes(one) || personal.includes(one.name)),
);
/** One of each kind of lists. */
const unlike = firstOfEach(shapeOfRoutes)(listed);

/**
 * The lists to ask for: who is viewing changes nothing but what viewAs.ts makes of caller and role, which is the same for
 * every list. So each role is viewed in all lists by one master, in turn, and by the others in those that are unlike.
 */
function listsFor(master: string, role: string): typeof listed {
  const viewers = pairs.filter(([, viewed]) => viewed === role).map(([viewer]) => viewer);
  const index = [...new Set(pairs.map(([, viewed]) => viewed))].indexOf(role);
  return viewers[index % viewers.length] === master ? listed : listed.filter(isUnlike);
}

function isUnlike(descriptor: ResourceDescriptor): boolean {
  return unlike.includes(descriptor) || personal.includes(descriptor.name);
}

const database = await openPrepared("accounts");
// At midnight some records begin or end.
const now = new Date();
const app = await buildPlatform({ database, settings: { logLevel: "silent", clock: () => now } });
afterAll(async () => {
  await app.close();
  await database.close();
});

const apis = new Map<string, Promise<Api>>();
function as(role: string): Promise<Api> {
  const { login, password } = accountOf(role);
  const api = apis.get(role) ?? Api.login(app, login, password);
  apis.set(role, api);
  return api;
}

const owners = new Map<string, Promise<string | undefined>>();
/** Names an owner that all these roles see, for lists that need one. */
async function ownerOf(resource: string): Promise<string> {
  const descriptor = listed.find(({ name }) => name === resource);
  if (!descriptor?.ownerFilters) return "";
  const owner = owners.get(resource) ?? as("resellerMaster").then((api) => api.findOwner(descriptor));
  owners.set(resource, owner);
  return `&${await owner}`;
}

/** Ids of all listed records, or the status of the error. */
async function idsOf(api: Api, resource: string, role?: string): Promise<number[] | number> {
  const ids: number[] = [];
  const owner = await ownerOf(resource);
  for (let page = 1; ; page++) {
    const options = role === undefined ? {} : { headers: { "x-view-as": role } };
    const answer = await api.request("GET", `/api/${resource}/?page=${page}&rows=500${owner}`, undefined, options);
    if (answer.status !== 200) return answer.status;
    const embedded = (answer.body?._embedded ?? {}) as Record<string, { id: number }[]>;
    const rows = embedded[`ngcp:${resource}`] ?? [];
    ids.push(...rows.map(({ id }) => id));
    if (ids.length >= Number(answer.body?.total_count) || rows.length === 0) return ids.sort((a, b) => a - b);
  }
}

const known = new Map<string, Promise<number[] | number>>();
/** What a role sees as itself; cached, because only sessions change during these tests. */
function ownIdsOf(role: string, resource: string): Promise<number[] | number> {
  const key = `${role} ${resource}`;
  const ids =
    (personal.includes(resource) ? undefined : known.get(key)) ?? as(role).then((api) => idsOf(api, resource));
  known.set(key, ids);
  return ids;
}

describe.each(pairs)("%s viewing as %s", (master, role) => {
  it("sees what that role sees, and never more than the master", async () => {
    for (const { name } of listsFor(master, role)) {
      const own = new Set([await ownIdsOf(master, name)].flat());
      const viewed = await idsOf(await as(master), name, role);
      if (typeof viewed === "number") expect(viewed, name).toBe(403);
      else
        expect(
          viewed.filter((id) => !own.has(id)),
          name,
        ).toEqual([]);
      if (!personal.includes(name)) expect(viewed, name).toEqual(await ownIdsOf(role, name));
    }
  });

  it("changes nothing", async () => {
    const api = await as(master);
    for (const [method, url, body] of [
      ["POST", "/api/customercontacts/", { email: "somebody@example.org" }],
      ["PUT", "/api/customers/1", {}],
      ["PATCH", "/api/customers/1", [{ op: "replace", path: "/status", value: "locked" }]],
      ["DELETE", "/api/subscribers/1", undefined],
    ] as const) {
      const answer = await api.request(method, url, body, { headers: { "x-view-as": role } });
      expect([answer.status, answer.body?.key]).toEqual([403, "errors.viewing_as"]);
    }
  });
});

it.each([
  ["superuserMaster", "lintercept"],
  ["superuserMaster", "unknown"],
  ["resellerMaster", "superuserReadOnly"],
  ["superuser", "reseller"],
])("viewing as a role that the caller may not use %s as %s is rejected", async (caller, role) => {
  const answer = await (await as(caller)).request("GET", "/api/domains/", undefined, {
    headers: { "x-view-as": role },
  });
  expect([answer.status, answer.body?.key]).toEqual([403, "errors.view_as_refused"]);
});

it("applies to single records and legacy tables too", async () => {
  const api = await as("superuserMaster");
  const headers = { "x-view-as": "reseller" };
  const own = await idsOf(api, "customers");
  const viewed = await idsOf(api, "customers", "reseller");
  if (typeof own === "number" || typeof viewed === "number") throw new Error("no customers");
  const foreign = own.find((id) => !viewed.includes(id));
  expect((await api.request("GET", `/api/customers/${foreign}`)).status).toBe(200);
  expect((await api.request("GET", `/api/customers/${foreign}`, undefined, { headers })).status).toBe(404);
  expect((await api.request("GET", "/reseller/ajax_contract", undefined, { headers })).status).toBe(403);
});

it("only applies to the request with the header", async () => {
  const api = await as("superuserMaster");
  await idsOf(api, "resellers", "reseller");
  expect(await idsOf(api, "resellers")).not.toBe(403);
});
