import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { can, deriveRole } from "../../src/core/access.ts";
import type { ResourceDescriptor, Right, WireRecord } from "../../src/core/descriptor.ts";
import { type AccessPlatform, logInAs, type Member, openAccessPlatform } from "../support/accessPlatform.ts";
import { ACCOUNTS } from "../support/accounts.ts";
import type { Answer } from "../support/api.ts";
import { descriptors } from "../support/chosen.ts";
import { TEST_RESELLER } from "../support/platform.ts";
import { reachOf, readsJournals } from "../support/rights.ts";
import { NO_RECORD, selfTarget, type Target, targetOf, type Worlds } from "../support/targets.ts";
import { World } from "../support/world.ts";

type Verdict = "allowed" | "refused" | "unknown";

/** A request of a role with the expected result. */
interface Attempt {
  readonly what: string;
  readonly expected: Verdict;
  readonly run: () => Promise<Answer>;
}

const RIGHTS: readonly Right[] = ["read", "lookup", "create", "update", "delete"];
const FOREIGN_RESELLER = 3;

let platform: AccessPlatform;
let worlds: Worlds;
let roles: ReadonlyMap<string, string | null>;
let cases = 0;

beforeAll(async () => {
  platform = await openAccessPlatform();
  worlds = {
    own: new World(platform.owner, TEST_RESELLER),
    foreign: new World(platform.owner, FOREIGN_RESELLER, { mark: "f", firstDigits: 970_000 }),
  };
  roles = new Map(
    await Promise.all(
      platform.members.map(async ({ role, id, api }) => {
        const { body } = await api.read("admins", id);
        return [role, deriveRole(body as WireRecord)] as const;
      }),
    ),
  );
});
afterAll(async () => {
  console.log(`access matrix: ${cases.toLocaleString("en")} cases`);
  await platform?.close();
});

it("reports the role of each account in its own record", () => {
  expect([...roles]).toEqual(Object.keys(ACCOUNTS).map((role) => [role, role]));
});

describe.each(descriptors.map((descriptor) => [descriptor.name, descriptor] as const))("%s", (_, descriptor) => {
  it("has the rights of the schema in the panel, field by field", () => {
    const wrong: string[] = [];
    for (const { role, id } of platform.members) {
      // With the flags that some rights require; see vouchers.test.ts for callers without them.
      const caller = { role: roles.get(role) ?? null, adminId: id, admin: { call_data: true, billing_data: true } };
      for (const right of RIGHTS) {
        for (const field of [undefined, ...descriptor.fields]) {
          const reach = reachOf(descriptor.name, role, right, field?.name);
          const verdict = (record?: WireRecord) => can(caller, descriptor, right, { record, field });
          const [own, other] = [verdict({ id }), verdict({ id: NO_RECORD })];
          const panel = own && other ? "all" : own ? "own" : other ? "others" : "none";
          cases++;
          if (panel !== reach) wrong.push(`${role} ${right} ${field?.name ?? ""}: panel ${panel}, schema ${reach}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("has the rights of the schema on the server, for its own and another reseller", async () => {
    const shared = [await targetIn(descriptor, "own"), await targetIn(descriptor, "foreign")];
    const wrong: string[] = [];
    for (const member of platform.members) {
      const self = await ownTarget(descriptor, member);
      const attempts = [
        ...(await collectionAttempts(descriptor, member)),
        ...(await Promise.all([...shared, ...self].map((target) => itemAttempts(descriptor, member, target)))).flat(),
      ];
      for (const { what, expected, run } of attempts) {
        const answer = await run();
        cases++;
        const verdict = verdictOf(answer);
        if (verdict !== expected) wrong.push(`${member.role} ${what}: ${verdict}, not ${expected}: ${answer.text}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

function targetIn(descriptor: ResourceDescriptor, place: "own" | "foreign"): Promise<Target> {
  return targetOf(platform, worlds, descriptor, place);
}

async function ownTarget(descriptor: ResourceDescriptor, member: Member): Promise<Target[]> {
  // Another session, so that ending it does not end the caller's.
  if (descriptor.name === "adminsessions") await logInAs(platform.app, member.role);
  const target = await selfTarget(platform, descriptor, member);
  return target ? [target] : [];
}

/** Errors about the caller rather than the request. */
const roleRefusals = new Set(["errors.forbidden", "errors.read_only", "errors.own_account_delete"]);

/** Errors about the data count as allowed, since the permission check came first. */
function verdictOf({ status, body }: Answer): Verdict | string {
  if ((status >= 200 && status < 300) || status === 422 || status === 423) return "allowed";
  if (status === 403) {
    return roleRefusals.has(String(body?.key)) ? "refused" : String(body?.key);
  }
  return status === 404 ? "unknown" : String(status);
}

async function collectionAttempts(descriptor: ResourceDescriptor, member: Member): Promise<Attempt[]> {
  const { name, operations, preferences } = descriptor;
  const expect = (right: Right): Verdict => (reachOf(name, member.role, right) === "none" ? "refused" : "allowed");
  const get = (url: string) => () => member.api.request("GET", url);
  const attempts: Attempt[] = [];
  if (operations.includes("list")) {
    attempts.push({ what: "list", expected: expect("lookup"), run: get(`/api/${name}/`) });
  }
  for (const { path } of descriptor.legacyTables) {
    attempts.push({ what: path, expected: expect("lookup"), run: get(path) });
  }
  for (const path of preferences ? [preferences, preferences.replace(/s$/, "defs")] : []) {
    attempts.push({ what: path, expected: expect("lookup"), run: get(`/api/${path}/`) });
  }
  const isOffered = operations.includes("create");
  const create = expect("create");
  const body = isOffered && create === "allowed" ? await newRecord(descriptor, member) : {};
  const post = () => member.api.request("POST", `/api/${name}/`, body);
  return [...attempts, { what: "create", expected: isOffered ? create : "unknown", run: post }];
}

/** A new record with the fields that the role may set. */
async function newRecord({ name, fields }: ResourceDescriptor, { role }: Member): Promise<WireRecord> {
  const record = await worlds.own.valid(name);
  const allowed = fields.filter((field) => reachOf(name, role, "create", field.name) === "all");
  const known = Object.fromEntries(allowed.map((field) => [field.name, record[field.name]]));
  return name === "admins" && known.role !== undefined ? { ...known, role: "reseller" } : known;
}

async function itemAttempts(descriptor: ResourceDescriptor, member: Member, target: Target): Promise<Attempt[]> {
  const { name, operations, preferences } = descriptor;
  const { api } = member;
  const url = `/api/${name}/${target.id}`;
  const attempts: Attempt[] = [];
  const attempt = (what: string, right: Right, isOffered: boolean, run: (expected: Verdict) => Promise<Answer>) => {
    const expected = isOffered ? expectedAt(descriptor, member, target, right) : "unknown";
    attempts.push({ what: `${what} ${target.place}`, expected, run: () => run(expected) });
  };
  const whole = async (expected: Verdict, path: string) =>
    expected === "allowed" ? (await api.request("GET", path)).body : {};

  attempt("read", "lookup", operations.includes("read"), () => api.request("GET", url));
  const isUpdated = operations.includes("update");
  attempt("put", "update", isUpdated, async (expected) => api.request("PUT", url, await whole(expected, url)));
  attempt("patch", "update", isUpdated, () => api.request("PATCH", url, []));
  if (descriptor.journal) {
    const expected = readsJournals(member.role) ? expectedAt(descriptor, member, target, "lookup") : "refused";
    attempts.push({
      what: `journal ${target.place}`,
      expected,
      run: () => api.request("GET", `${url}/journal/`),
    });
  }
  if (descriptor.order) attempt("move", "update", true, () => api.request("POST", `${url}/move`, { direction: "up" }));
  if (descriptor.clone) {
    attempt("clone", "create", true, () => api.request("POST", `${url}/clone`, { name: `copy ${worlds.own.next()}` }));
  }
  if (preferences) {
    const path = `/api/${preferences}/${target.id}`;
    attempt("read preferences", "lookup", true, () => api.request("GET", path));
    attempt("patch preferences", "update", true, () => api.request("PATCH", path, []));
    attempt("put preferences", "update", true, async (expected) =>
      api.request("PUT", path, await whole(expected, path)),
    );
  }
  attempt("delete", "delete", operations.includes("delete"), async (expected) => {
    const isLost = expected === "allowed" && target.place !== "self" && operations.includes("delete");
    const { id } = isLost ? await targetOf(platform, worlds, descriptor, target.place as "own" | "foreign") : target;
    return api.request("DELETE", `/api/${name}/${id}`);
  });
  return attempts;
}

/** Missing rights are refused before the record is looked up; records that the caller cannot see are unknown. */
function expectedAt(descriptor: ResourceDescriptor, member: Member, { id, place }: Target, right: Right): Verdict {
  const reach = reachOf(descriptor.name, member.role, right);
  const isOwnAccount = id === member.id;
  if (reach === "none") return "refused";
  if (reach === "own" && !isOwnAccount) return right === "lookup" ? "unknown" : "refused";
  if (reach === "others" && isOwnAccount) return "refused";
  return id !== NO_RECORD && isVisible(descriptor, member, place) ? "allowed" : "unknown";
}

/** Masters see accounts and sessions of others; all other records are visible within the reseller. */
function isVisible({ name, scope }: ResourceDescriptor, { role, isBound }: Member, place: Target["place"]): boolean {
  const isAccount = name === "admins" || name === "adminsessions";
  if (place === "self") return true;
  // System contacts become visible through contracts; new ones have none.
  if (name === "systemcontacts" && isBound) return false;
  if (isAccount && !/Master(ReadOnly)?$/.test(role)) return false;
  const isScoped = scope !== undefined || isAccount;
  return place === "own" || !isBound || !isScoped;
}
