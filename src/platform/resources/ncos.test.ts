import { describe, expect, it } from "vitest";
import { embedded } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const resellers = embedded(await api.list("resellers", { rows: 10 }), "resellers").map(({ id }) => Number(id));

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
});

it("an NCOS set is copied with its levels, and cleared from preferences when deleted", async () => {
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
