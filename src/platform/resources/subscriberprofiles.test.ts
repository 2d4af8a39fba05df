import { beforeEach, describe, expect, it } from "vitest";
import { type Api, embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { Json, WireRecord } from "../../core/schema/descriptor.ts";

/** A set of Albion Voice (reseller 2) with two profiles, the first its default, and one of its subscribers. */
let set: number;
let first: number;
let second: number;
let serial = 0;

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const [line] = embedded(await api.list("subscribers", { reseller_id: 2, rows: 1 }), "subscribers");
const subscriber = Number(line?.id);
beforeEach(async () => {
  const name = `set ${++serial}`;
  set = await api.create("subscriberprofilesets", { reseller_id: 2, name, description: "For tests" });
  first = await addProfile("first", { set_default: true });
  second = await addProfile("second");
});

const addProfile = (name: string, more: WireRecord = {}) =>
  api.create("subscriberprofiles", { profile_set_id: set, name, description: name, ...more });
const read = async (resource: string, id: number) => (await api.read(resource, id)).body ?? {};
const give = (values: Record<string, Json>) =>
  api.patch(
    "subscribers",
    subscriber,
    Object.entries(values).map(([name, value]) => ({ op: "add", path: `/${name}`, value })),
  );
describe("the default profile of a set", () => {
  it("is the one most recently made default", async () => {
    await api.patch("subscriberprofiles", second, [{ op: "replace", path: "/set_default", value: true }]);
    expect([
      (await read("subscriberprofiles", first)).set_default,
      (await read("subscriberprofiles", second)).set_default,
    ]).toEqual([false, true]);
  });

  it("is given to subscribers that name the set only", async () => {
    expect((await give({ profile_set_id: set })).status).toBe(204);
    expect(await read("subscribers", subscriber)).toMatchObject({ profile_set_id: set, profile_id: first });
  });

  it("stays when a profile is cloned with its preferences", async () => {
    await api.request("PATCH", `/api/profilepreferences/${first}`, [{ op: "add", path: "/concurrent_max", value: 3 }]);
    const answer = await api.request("POST", `/api/subscriberprofiles/${first}/clone`, { name: "copy" });
    expect(answer.status, answer.text).toBe(201);
    const [copy] = embedded(await api.list("subscriberprofiles", { name: "copy" }), "subscriberprofiles");
    expect(copy).toMatchObject({ set_default: false });
    expect(await read("subscriberprofiles", first)).toMatchObject({ set_default: true });
    expect(await read("profilepreferences", Number(copy?.id))).toMatchObject({ concurrent_max: 3 });
    await api.request("DELETE", `/api/subscriberprofiles/${copy?.id}`);
  });
});

describe("a subscriber's profile", () => {
  it("is one of its set", async () => {
    const other = await api.create("subscriberprofilesets", { reseller_id: 2, name: `x${serial}`, description: "x" });
    const answer = await give({ profile_set_id: other, profile_id: second });
    expect(errorsOf(answer)).toEqual(["/profile_id rules.business.profileNotInSet"]);
    expect((await give({ profile_set_id: set, profile_id: second })).status).toBe(204);
    expect(await read("subscribers", subscriber)).toMatchObject({ profile_id: second });
  });

  it("goes with the set", async () => {
    await give({ profile_set_id: set, profile_id: second });
    expect((await give({ profile_set_id: null })).status).toBe(204);
    expect((await read("subscribers", subscriber)).profile_id ?? null).toBe(null);
    await give({ profile_set_id: set, profile_id: second });
    expect((await api.request("DELETE", `/api/subscriberprofilesets/${set}`)).status).toBe(204);
    const after = await read("subscribers", subscriber);
    expect([after.profile_set_id ?? null, after.profile_id ?? null]).toEqual([null, null]);
    expect((await api.read("subscriberprofiles", first)).status).toBe(404);
  });
});

it("the preferences that subscribers may set must be visible to them", async () => {
  const answer = await api.patch("subscriberprofiles", first, [
    { op: "replace", path: "/attributes", value: ["dnd", "adm_ncos", "nonsense"] },
  ]);
  expect(errorsOf(answer)).toEqual([
    "/attributes/1 rules.business.preferenceUnknown",
    "/attributes/2 rules.business.preferenceUnknown",
  ]);
});

it("what holds for a subscriber comes from the profile, then from the domain, then from the defaults", async () => {
  await give({ profile_set_id: set, profile_id: second });
  const { domain_id } = await read("subscribers", subscriber);
  const put = (kind: string, id: Json | undefined, values: Record<string, Json>) =>
    api.request("PUT", `/api/${kind}preferences/${id}`, values);
  await put("domain", domain_id, { language: "fr", concurrent_max: 9, max_call_duration: "60" });
  await put("profile", second, { concurrent_max: 5, max_call_duration: "120" });
  await put("subscriber", subscriber, { max_call_duration: "30" });
  const { body } = await api.request("GET", `/api/subscriberpreferences/${subscriber}?effective=true`);
  expect(body).toMatchObject({
    max_call_duration: "30",
    effective: {
      concurrent_max: { value: 5, source: "profile" },
      language: { value: "fr", source: "domain" },
      ua_header_mode: { value: "strip", source: "default" },
    },
  });
  expect(body?.effective).not.toHaveProperty("max_call_duration");
  expect(await read("subscriberpreferences", subscriber)).not.toHaveProperty("effective");
});

describe("preferences that are fields of the subscriber", () => {
  const patch = (name: string, value: Json) =>
    api.request("PATCH", `/api/subscriberpreferences/${subscriber}`, [{ op: "add", path: `/${name}`, value }]);

  it("are the same value on both resources", async () => {
    await give({ display_name: "Ada", lock: 2 });
    const { body } = await api.request("GET", `/api/subscriberpreferences/${subscriber}`);
    expect(body).toMatchObject({ display_name: "Ada", lock: "2" });
    expect((await patch("lock", "3")).status).toBe(204);
    expect((await patch("display_name", "Grace")).status).toBe(204);
    expect(await read("subscribers", subscriber)).toMatchObject({ display_name: "Grace", lock: "3" });
    expect((await patch("lock", null)).status).toBe(204);
    expect(await read("subscribers", subscriber)).toMatchObject({ lock: null });
  });

  it("survive a replacement that omits them", async () => {
    await give({ lock: 1 });
    await api.request("PUT", `/api/subscriberpreferences/${subscriber}`, { concurrent_max: 1 });
    expect(await read("subscribers", subscriber)).toMatchObject({ lock: "1" });
    await give({ lock: null });
  });
});

describe("rights", () => {
  const change = (asker: Api, name: string, value: Json) =>
    asker.request("PATCH", `/api/subscriberpreferences/${subscriber}`, [{ op: "add", path: `/${name}`, value }]);

  it("hide administrator preferences from customer care", async () => {
    const care = await platform.as("caredesk");
    const answer = await change(care, "adm_block_out_list", ["49900*"]);
    expect(errorsOf(answer)).toEqual(["/adm_block_out_list rules.business.preferenceAdminOnly"]);
    expect((await change(care, "block_out_list", ["49900*"])).status).toBe(204);
    expect((await change(api, "adm_block_out_list", ["49900*"])).status).toBe(204);
    const { body } = await care.request("GET", "/api/subscriberpreferencedefs/");
    expect(body).toMatchObject({ adm_block_out_list: { read_only: true }, block_out_list: { read_only: false } });
  });

  it("keep secrets out of the journal and out of messages", async () => {
    expect((await change(api, "peer_auth_pass", "s3cr3t-word")).status).toBe(204);
    const refused = await change(api, "peer_auth_pass", "s3cr3t-word".repeat(20));
    expect([refused.status, refused.text.includes("s3cr3t")]).toEqual([422, false]);
    const { rows } = { rows: await platform.database.kysely.selectFrom("journals").selectAll().execute() };
    const entries = rows.filter((entry) => JSON.stringify(entry).includes("peer_auth_pass"));
    expect(entries.length).toBe(1);
    expect(JSON.stringify(entries)).not.toContain("s3cr3t");
  });

  it("are deleted with a customer, whose record stays visible", async () => {
    const customers = embedded(await api.list("customers", { reseller_id: 2, status: "active" }), "customers");
    const last = Number(customers.at(-1)?.id);
    expect((await api.request("GET", `/api/customerpreferences/${last}`)).status).toBe(200);
    await api.patch("customers", last, [{ op: "replace", path: "/status", value: "terminated" }]);
    expect((await api.request("GET", `/api/customerpreferences/${last}`)).status).toBe(404);
    const page = await api.request("GET", "/api/customerpreferences/?rows=1000");
    expect(embedded(page, "customerpreferences").some(({ id }) => id === last)).toBe(false);
  });
});
