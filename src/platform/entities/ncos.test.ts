import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, embedded, errorsOf } from "../../../tests/support/api.ts";
import { type Demonstration, startDemonstration } from "../../../tests/support/demonstration.ts";

let platform: Demonstration;
let api: Api;
let resellers: readonly number[];

beforeAll(async () => {
  platform = await startDemonstration();
  api = await platform.as("administrator");
  resellers = embedded(await api.list("resellers", { rows: 10 }), "resellers").map(({ id }) => Number(id));
});
afterAll(() => platform.close());

let serial = 0;
const makeLevel = (reseller_id = resellers[1]) =>
  api.create("ncoslevels", { reseller_id, level: `level ${++serial}`, mode: "whitelist" });
const makeSet = (reseller_id = resellers[1]) =>
  api.create("ncossets", { reseller_id, name: `set ${++serial}`, description: "A set" });

/** A subscriber of the reseller of those levels. */
async function subscriber(): Promise<number> {
  const answer = await api.list("subscribers", { reseller_id: Number(resellers[1]), rows: 1 });
  return Number(embedded(answer, "subscribers")[0]?.id);
}

const preferencesOf = async (id: number) => (await api.read("subscriberpreferences", id)).body ?? {};
const choose = (id: number, name: string, value: string) =>
  api.patch("subscriberpreferences", id, [{ op: "add", path: `/${name}`, value }]);

describe("an NCOS level", () => {
  it("has a unique name within its reseller", async () => {
    const level = { reseller_id: resellers[1], level: "the same", mode: "blacklist" };
    await api.create("ncoslevels", level);
    expect(errorsOf(await api.request("POST", "/api/ncoslevels/", level))).toEqual([422, "/level rules.unique"]);
    await api.create("ncoslevels", { ...level, reseller_id: resellers[2] });
  });

  it("requires its mode: there is no default", async () => {
    const level = { reseller_id: resellers[1], level: "modeless" };
    expect(errorsOf(await api.request("POST", "/api/ncoslevels/", level))).toEqual([422, "/mode rules.required"]);
    const id = await makeLevel();
    expect(errorsOf(await api.request("PUT", `/api/ncoslevels/${id}`, level))).toEqual([422, "/mode rules.required"]);
  });

  it("is chosen by name in preferences of its own reseller's subscribers only", async () => {
    const id = await subscriber();
    await api.create("ncoslevels", { reseller_id: resellers[1], level: "mine", mode: "whitelist" });
    await api.create("ncoslevels", { reseller_id: resellers[2], level: "theirs", mode: "whitelist" });
    for (const name of ["ncos", "adm_ncos"]) {
      expect((await choose(id, name, "mine")).status).toBe(204);
      expect(errorsOf(await choose(id, name, "theirs"))).toEqual([
        422,
        `/${name} rules.business.preferenceNameUnknown`,
      ]);
    }
  });

  it("is removed from preferences, patterns and sets when deleted", async () => {
    const id = await subscriber();
    const level = await api.create("ncoslevels", { reseller_id: resellers[1], level: "going", mode: "whitelist" });
    const set = await makeSet();
    const pattern = await api.create("ncospatterns", { ncos_level_id: level, pattern: "^44" });
    const member = await api.create("ncossetlevels", { ncos_set_id: set, ncos_level_id: level });
    await choose(id, "ncos", "going");
    expect((await preferencesOf(id)).ncos).toBe("going");
    expect((await api.request("DELETE", `/api/ncoslevels/${level}`)).status).toBe(204);
    expect((await preferencesOf(id)).ncos).toBeUndefined();
    expect((await api.read("ncospatterns", pattern)).status).toBe(404);
    expect((await api.read("ncossetlevels", member)).status).toBe(404);
    expect((await api.read("ncossets", set)).status).toBe(200);
  });

  it("is deleted with its carriers and their patterns, and releases time sets", async () => {
    const level = await makeLevel();
    const carrier_id = await api.create("lnpcarriers", { name: "Ported Ltd", prefix: "D99" });
    const carrier = await api.create("ncoslnpcarriers", { ncos_level_id: level, carrier_id });
    const pattern = await api.create("ncoslnppatterns", { ncos_lnp_list_id: carrier, pattern: "^447" });
    const time_set_id = await api.create("timesets", { reseller_id: Number(resellers[1]), name: "late at night" });
    await api.patch("ncoslevels", level, [{ op: "replace", path: "/time_set_id", value: time_set_id }]);
    expect((await api.read("ncoslevels", level)).body?.time_set_id).toBe(time_set_id);
    await api.request("DELETE", `/api/timesets/${time_set_id}`);
    expect((await api.read("ncoslevels", level)).body?.time_set_id).toBeNull();
    expect((await api.request("DELETE", `/api/ncoslevels/${level}`)).status).toBe(204);
    expect((await api.read("ncoslnpcarriers", carrier)).status).toBe(404);
    expect((await api.read("ncoslnppatterns", pattern)).status).toBe(404);
    expect((await api.read("lnpcarriers", carrier_id)).status).toBe(200);
  });

  it("accepts time sets of its own reseller", async () => {
    const time_set_id = await api.create("timesets", { reseller_id: Number(resellers[2]), name: "their nights" });
    const level = { reseller_id: Number(resellers[1]), level: "timed", mode: "whitelist", time_set_id };
    expect(errorsOf(await api.request("POST", "/api/ncoslevels/", level))).toEqual([
      422,
      "/time_set_id rules.business.otherReseller",
    ]);
    const own = await api.create("timesets", { reseller_id: Number(resellers[1]), name: "our nights" });
    const id = await api.create("ncoslevels", { ...level, time_set_id: own });
    const path = "/reseller_id";
    const moved = await api.request("PATCH", `/api/ncoslevels/${id}`, [{ op: "replace", path, value: resellers[2] }]);
    expect(errorsOf(moved)).toEqual([422, "/time_set_id rules.business.otherReseller"]);
  });

  it("accepts regular expressions as patterns only", async () => {
    const broken = { ncos_level_id: await makeLevel(), pattern: "(" };
    expect(errorsOf(await api.request("POST", "/api/ncospatterns/", broken))).toEqual([
      422,
      "/pattern rules.format.number-pattern",
    ]);
  });

  it.each([
    ["^\\+43", "sign", "\\+"],
    ["^0043", "sign", "00"],
    ["^43 1.+22", "blank", "43 1"],
  ])("refuses %s, which no number matches", async (pattern, rule, construct) => {
    for (const [resource, parent] of [
      ["ncospatterns", { ncos_level_id: await makeLevel() }],
      ["billingfees", { destination: pattern }],
    ] as const) {
      const { status, body } = await api.request("POST", `/api/${resource}/`, { ...parent, pattern });
      expect(status).toBe(422);
      expect(body?.errors).toContainEqual(
        expect.objectContaining({ key: `rules.pattern.${rule}`, params: expect.objectContaining({ construct }) }),
      );
    }
  });
});

describe("an NCOS set", () => {
  it("accepts levels of its own reseller, each once", async () => {
    const member = { ncos_set_id: await makeSet(), ncos_level_id: await makeLevel() };
    await api.create("ncossetlevels", member);
    const send = (values: object) => api.request("POST", "/api/ncossetlevels/", { ...member, ...values });
    expect(errorsOf(await send({}))).toEqual([422, "/ncos_level_id rules.unique"]);
    expect(errorsOf(await send({ ncos_level_id: await makeLevel(resellers[2]) }))).toEqual([
      422,
      "/ncos_level_id rules.business.otherReseller",
    ]);
  });

  it("is copied with its levels, and cleared from preferences when deleted", async () => {
    const id = await subscriber();
    const set = await api.create("ncossets", { reseller_id: resellers[1], name: "office hours", description: "Day" });
    await api.create("ncossetlevels", { ncos_set_id: set, ncos_level_id: await makeLevel() });
    expect((await api.request("POST", `/api/ncossets/${set}/clone`, {})).status).toBe(201);
    const [copy] = embedded(await api.list("ncossets", { name: "office hours_clone" }), "ncossets");
    const members = embedded(await api.list("ncossetlevels", { ncos_set_id: Number(copy?.id) }), "ncossetlevels");
    expect(members).toHaveLength(1);
    await choose(id, "ncos_set", "office hours");
    expect((await api.request("DELETE", `/api/ncossets/${set}`)).status).toBe(204);
    expect((await preferencesOf(id)).ncos_set).toBeUndefined();
  });
});

it("a terminated reseller's levels and sets are deleted", async () => {
  const contract_id = await api.create("contracts", {
    type: "reseller",
    contact_id: await api.create("systemcontacts", { email: "ncos@example.org" }),
    billing_profile_id: 1,
  });
  const reseller = await api.create("resellers", { name: "NCOS reseller", contract_id });
  const level = await makeLevel(reseller);
  const set = await makeSet(reseller);
  expect(
    (await api.patch("resellers", reseller, [{ op: "replace", path: "/status", value: "terminated" }])).status,
  ).toBe(204);
  expect((await api.read("ncoslevels", level)).status).toBe(404);
  expect((await api.read("ncossets", set)).status).toBe(404);
});
