import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { buildPlatform } from "../app.ts";
import { loadDevice } from "../features/provisioning/deviceFacts.ts";
import { loadDeviceValues } from "../features/provisioning/deviceValues.ts";

const RESELLER = 2;

/** Subscribers of two resellers, and the domain of the first. */
let mine: number;
let other: number;
let domain: number;
let serial = 0;

const wanted = (values: WireRecord) => ({
  ...{ attribute: `own_${++serial}`, label: `Own ${serial}`, description: "Made here", data_type: "string" },
  ...{ max_occur: true, usr_pref: true },
  ...values,
});

/** Makes a preference; its name and its id. */
async function make(values: WireRecord = {}, by = api): Promise<{ readonly id: number; readonly name: string }> {
  const id = await by.create("preferencesmetaentries", wanted(values));
  const { body } = await by.request("GET", `/api/preferencesmetaentries/${id}`);
  return { id, name: String(body?.attribute) };
}

const set = (kind: string, owner: number, name: string, value: Json, by = api) =>
  by.request("PATCH", `/api/${kind}preferences/${owner}`, [{ op: "add", path: `/${name}`, value }]);
const stored = async (kind: string, owner: number, name: string) =>
  (await api.request("GET", `/api/${kind}preferences/${owner}`)).body?.[name];
const defsOf = async (kind: string, query = "", by = api) =>
  (await by.request("GET", `/api/${kind}preferencedefs/${query}`)).body as Record<string, WireRecord>;
const change = (id: number, values: WireRecord, by = api) =>
  by.request(
    "PATCH",
    `/api/preferencesmetaentries/${id}`,
    Object.entries(values).map(([name, value]) => ({ op: "replace", path: `/${name}`, value })),
  );
const countOf = async (name: string) =>
  (await sql`select 1 from preferences where attribute = ${name}`.execute(platform.database.kysely)).rows.length;

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
/** The administrator of the reseller. */
const shopkeeper = await platform.as("shopkeeper");
const subscriberOf = (isMine: boolean) =>
  platform.database.kysely
    .selectFrom("subscribers")
    .select(["id", "domain_id"])
    .where("reseller_id", isMine ? "=" : "<>", RESELLER)
    .where("profile_id", "is", null)
    .where("status", "=", "active")
    .orderBy("id")
    .executeTakeFirstOrThrow();
({ id: mine, domain_id: domain } = await subscriberOf(true));
({ id: other } = await subscriberOf(false));

describe("a preference made at run time", () => {
  it("is offered at once, and set on a subscriber", async () => {
    const { name } = await make({ attribute: "floor", label: "Floor", description: "Where the desk is." });
    expect(name).toBe("__floor");
    expect((await defsOf("subscriber", "?lang=de"))[name]).toEqual({
      ...{ dev_pref: 0, devprof_pref: 0, fielddev_pref: 0 },
      ...{ data_type: "string", max_occur: 1, dynamic: 1, label: "Floor", description: "Where the desk is." },
      ...{ preference_group: "Eigene Einstellungen", read_only: false },
    });
    expect((await defsOf("domain"))[name]).toBeUndefined();
    expect((await set("subscriber", mine, name, "3rd")).status).toBe(204);
    expect(await stored("subscriber", mine, name)).toBe("3rd");
    const { changes } = await platform.database.kysely
      .selectFrom("journals")
      .select("changes")
      .where("resource_name", "=", "subscriberpreferences")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(changes).toEqual({ [name]: { before: null, after: "3rd" } });
  });

  it("is for the kinds of owners that it names", async () => {
    const kinds = {
      ...{ usr_pref: "subscriber", prof_pref: "profile", dom_pref: "domain", peer_pref: "peeringserver" },
      ...{
        contract_pref: "customer",
        reseller_pref: "reseller",
        dev_pref: "pbxdevice",
        devprof_pref: "pbxdeviceprofile",
      },
      fielddev_pref: "pbxfielddevice",
    };
    for (const [flag, kind] of Object.entries(kinds)) {
      const { name } = await make({
        usr_pref: false,
        [flag]: true,
        ...(flag === "fielddev_pref" && { dev_pref: true }),
      });
      for (const each of Object.values(kinds)) {
        const isFor = each === kind || (kind === "pbxdevice" && each === "pbxfielddevice");
        const isAlso = kind === "pbxfielddevice" && each === "pbxdevice";
        expect([flag, each, name in (await defsOf(each))]).toEqual([flag, each, isFor || isAlso]);
      }
    }
  });

  it("is inherited from the domain, and from its default", async () => {
    const choices = [
      { label: "Red", value: "red", default_val: false },
      { label: "Blue", value: "blue", default_val: true },
    ];
    const { name } = await make({ data_type: "enum", enum: choices, dom_pref: true });
    const effective = async () => {
      const { body } = await api.request("GET", `/api/subscriberpreferences/${mine}?effective=true`);
      return (body?.effective as WireRecord | undefined)?.[name];
    };
    const active = async () => (await api.request("GET", `/api/activesubscriberpreferences/${mine}`)).body?.[name];
    expect(await effective()).toEqual({ value: "blue", source: "default" });
    expect((await set("domain", domain, name, "red")).status).toBe(204);
    expect(await effective()).toEqual({ value: "red", source: "domain" });
    expect(await active()).toBe("red");
    expect((await set("subscriber", mine, name, "blue")).status).toBe(204);
    expect(await effective()).toBeUndefined();
    expect(await active()).toBe("blue");
    const owners = { dev_pref: 0, devprof_pref: 0, fielddev_pref: 0 };
    expect((await defsOf("subscriber"))[name]?.enum_values).toEqual([
      { label: "Red", value: "red", default_val: false, ...owners },
      { label: "Blue", value: "blue", default_val: true, ...owners },
    ]);
  });

  it("is seen at once by another platform on the same database", async () => {
    const app = await buildPlatform({ database: platform.database, settings: { logLevel: "silent" } });
    const there = api.at(app);
    const { id, name } = await make();
    expect(name in (await defsOf("subscriber", "", there))).toBe(true);
    expect((await set("subscriber", mine, name, "there", there)).status).toBe(204);
    expect(await stored("subscriber", mine, name)).toBe("there");
    await change(id, { label: "Renamed" }, there);
    expect((await defsOf("subscriber"))[name]?.label).toBe("Renamed");
    await api.request("DELETE", `/api/preferencesmetaentries/${id}`);
    expect(name in (await defsOf("subscriber", "", there))).toBe(false);
    await app.close();
  });
});

describe("the scope of a preference", () => {
  it("is a reseller: others are neither offered nor take it", async () => {
    const { id, name } = await make({}, shopkeeper);
    const { body } = await api.request("GET", `/api/preferencesmetaentries/${id}`);
    expect(body?.reseller_id).toBe(RESELLER);
    expect(name in (await defsOf("subscriber", `?owner_id=${mine}`))).toBe(true);
    expect(name in (await defsOf("subscriber", `?owner_id=${other}`))).toBe(false);
    await set("subscriber", mine, name, "x");
    await set("subscriber", other, name, "x");
    expect([await stored("subscriber", mine, name), await stored("subscriber", other, name)]).toEqual(["x", undefined]);
    expect(await countOf(name)).toBe(1);
  });

  it("is a device model: its profiles and devices have it, those of another do not", async () => {
    const [model] = embedded(await shopkeeper.list("pbxdevicemodels", { rows: 1 }), "pbxdevicemodels");
    const device_id = Number(model?.id);
    const { name } = await make({ usr_pref: false, dev_pref: true, devprof_pref: true, autoprov_device_id: device_id });
    expect(name in (await defsOf("pbxdevice", `?owner_id=${device_id}`))).toBe(true);
    expect(name in (await defsOf("pbxdevice", `?owner_id=${device_id + 1}`))).toBe(false);
    const profiles = embedded(await shopkeeper.list("pbxdeviceprofiles", { rows: 50 }), "pbxdeviceprofiles");
    const has = async (isIts: boolean) => {
      const one = profiles.find((profile) => (profile.device_id === device_id) === isIts);
      return name in (await defsOf("pbxdeviceprofile", `?owner_id=${one?.id}`));
    };
    expect([await has(true), await has(false)]).toEqual([true, false]);
    expect(name in (await defsOf("pbxdevice", "", shopkeeper))).toBe(true);
  });

  it("hides what belongs to others, and what is for everybody is not a reseller’s to change", async () => {
    const everybody = await make();
    const [reseller] = embedded(
      await api.list("resellers", { rows: 1, order_by: "id", order_by_direction: "desc" }),
      "resellers",
    );
    const foreign = await make({ reseller_id: Number(reseller?.id) });
    const own = await make({}, shopkeeper);
    const status = async (id: number) => (await shopkeeper.request("GET", `/api/preferencesmetaentries/${id}`)).status;
    expect([await status(everybody.id), await status(foreign.id), await status(own.id)]).toEqual([200, 404, 200]);
    expect((await change(everybody.id, { label: "Mine" }, shopkeeper)).status).toBe(403);
    expect((await shopkeeper.request("DELETE", `/api/preferencesmetaentries/${everybody.id}`)).status).toBe(403);
    expect((await change(own.id, { label: "Mine" }, shopkeeper)).status).toBeLessThan(300);
    expect((await shopkeeper.request("DELETE", `/api/preferencesmetaentries/${own.id}`)).status).toBe(204);
  });

  it("is not both, and filters of a scope also find what is for everybody", async () => {
    const [model] = embedded(await api.list("pbxdevicemodels", { rows: 1 }), "pbxdevicemodels");
    const both = { autoprov_device_id: Number(model?.id), reseller_id: RESELLER, dev_pref: true };
    expect(errorsOf(await api.request("POST", "/api/preferencesmetaentries/", wanted(both)))).toEqual([
      "/autoprov_device_id rules.business.preferenceScopes",
      "/reseller_id rules.business.preferenceScopes",
    ]);
    const [everybody, ofModel, ofReseller] = [
      await make(),
      await make({ usr_pref: false, dev_pref: true, autoprov_device_id: Number(model?.id) }),
      await make({ reseller_id: RESELLER }),
    ];
    const found = async (query: Record<string, string | number>) => {
      const list = await api.list("preferencesmetaentries", { rows: 100, ...query });
      const ids = embedded(list, "preferencesmetaentries").map(({ id }) => id);
      return [everybody, ofModel, ofReseller].map(({ id }) => ids.includes(id));
    };
    expect(await found({ model_id: Number(model?.id) })).toEqual([true, true, false]);
    expect(await found({ reseller_id: RESELLER })).toEqual([true, false, true]);
    expect(await found({ attribute: everybody.name })).toEqual([true, false, false]);
    expect(await found({ attribute: everybody.name.slice(2) })).toEqual([true, false, false]);
  });
});

describe("an entry", () => {
  it("has a name of its own on the whole platform, with underscores folded into the prefix", async () => {
    const { id, name } = await make({ attribute: "_shelf" });
    expect(name).toBe("__shelf");
    const again = await api.request("POST", "/api/preferencesmetaentries/", wanted({ attribute: "__shelf" }));
    expect(errorsOf(again)).toEqual(["/attribute rules.unique"]);
    const { body } = await api.request("GET", `/api/preferencesmetaentries/${id}`);
    const { _links, ...record } = body ?? {};
    expect((await api.request("PUT", `/api/preferencesmetaentries/${id}`, record)).status).toBeLessThan(300);
    expect((await api.request("GET", `/api/preferencesmetaentries/${id}`)).body?.attribute).toBe("__shelf");
  });

  it("is refused with other characters, and without owners", async () => {
    const post = async (values: WireRecord) =>
      errorsOf(await api.request("POST", "/api/preferencesmetaentries/", wanted(values)));
    expect(await post({ attribute: "Two Words" })).toEqual(["/attribute rules.business.preferenceCharacters"]);
    expect(await post({ data_type: "enum", enum: [{ label: "A", value: "A" }] })).toEqual([
      "/enum/0/value rules.business.preferenceCharacters",
    ]);
    expect(await post({ usr_pref: false, dev_pref: false })).toEqual(["/dev_pref rules.business.preferenceOwners"]);
  });

  it("takes its values along when it is renamed, and deletes them with itself", async () => {
    const { id, name } = await make({ attribute: "before" });
    await set("subscriber", mine, name, "kept");
    expect((await change(id, { attribute: "after" })).status).toBeLessThan(300);
    expect(await stored("subscriber", mine, "__after")).toBe("kept");
    expect((await api.request("DELETE", `/api/preferencesmetaentries/${id}`)).status).toBe(204);
    expect(await countOf("__after")).toBe(0);
  });

  it("keeps the ids of choices that stay, and deletes values of those that go", async () => {
    const enumOf = (...values: string[]) => values.map((value) => ({ label: value.toUpperCase(), value }));
    const single = await make({ data_type: "enum", enum: enumOf("a", "b") });
    const list = await make({ data_type: "enum", enum: enumOf("a", "b"), max_occur: false });
    await set("subscriber", mine, single.name, "a");
    await set("subscriber", mine, list.name, ["a", "b"]);
    await set("subscriber", other, list.name, ["a"]);
    for (const { id } of [single, list])
      expect((await change(id, { enum: enumOf("c", "b") })).status).toBeLessThan(300);
    expect(await stored("subscriber", mine, single.name)).toBeUndefined();
    expect(await stored("subscriber", mine, list.name)).toEqual(["b"]);
    expect(await stored("subscriber", other, list.name)).toBeUndefined();
    const { body } = await api.request("GET", `/api/preferencesmetaentries/${single.id}`);
    expect(body?.enum).toEqual([
      { id: 3, label: "C", value: "c", default_val: false },
      { id: 2, label: "B", value: "b", default_val: false },
    ]);
  });

  it("forgets values that another type cannot have", async () => {
    const { id, name } = await make();
    await set("subscriber", mine, name, "text");
    await change(id, { data_type: "int" });
    expect(await countOf(name)).toBe(0);
  });
});

it("is for locations of a customer, too", async () => {
  const { name } = await make({ usr_pref: false, contract_pref: true, reseller_id: RESELLER });
  const [customer] = embedded(
    await api.list("customers", { rows: 1, reseller_id: RESELLER, status: "active" }),
    "customers",
  );
  const contract_id = Number(customer?.id);
  const place = { contract_id, name: "branch", description: "-", blocks: [{ ip: "192.0.2.7", mask: 24 }] };
  const location = await api.create("customerlocations", place);
  const path = `/api/customerpreferences/${contract_id}?location_id=${location}`;
  expect((await api.request("PATCH", path, [{ op: "add", path: `/${name}`, value: "here" }])).status).toBe(204);
  expect((await api.request("GET", path)).body?.[name]).toBe("here");
  expect(await stored("customer", contract_id, name)).toBeUndefined();
});

it("is named by configurations of devices without its prefix, level by level and merged", async () => {
  const { kysely } = platform.database;
  const device = await kysely.selectFrom("pbxdevices").selectAll().orderBy("id").executeTakeFirstOrThrow();
  const { name } = await make({ usr_pref: false, dev_pref: true, devprof_pref: true, fielddev_pref: true });
  const bare = name.slice(2);
  await set("pbxdevice", Number(device.model_id), name, "of the model");
  await set("pbxfielddevice", device.id, name, "of the device");
  const stored = await loadDevice(kysely, device);
  if (!stored) throw new Error("the device has no model");
  const needs = { firmware: false, preferences: true, subscriberPreferences: false, checksum: false };
  const values = await loadDeviceValues(
    kysely,
    stored,
    { base: "https://panel.example", filename: "x", opt: "" },
    needs,
  );
  const { device: preferences } = values.preferences as { device: Record<string, Record<string, WireRecord>> };
  expect(preferences.dynamic).toEqual({
    ...{ model: { [bare]: "of the model" }, profile: {}, device: { [bare]: "of the device" } },
  });
  expect(preferences.device).toMatchObject({ [bare]: "of the device" });
  expect(Object.keys(preferences.persistent?.device ?? {})).not.toContain(name);
});
