import { describe, expect, it } from "vitest";
import { embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { createCustomer, replacing } from "../../testing/records.ts";

const RESELLER = 2;

let serial = 970_000;
const number = (sn = String(serial++)) => ({ cc: "44", ac: "1632", sn });
const textOf = ({ cc, ac, sn }: { readonly cc: string; readonly ac: string; readonly sn: string }) => cc + ac + sn;

const customer = (type: string) => createCustomer(api, { type });

const subscriber = (customer_id: number, values: WireRecord) =>
  api.create("subscribers", { customer_id, domain_id, username: `u${serial++}`, password: "Quiet7Otter!x", ...values });
const replace = (id: number, values: WireRecord) => api.patch("subscribers", id, replacing(values));
const eventsOf = async (subscriber_id: number, query: Record<string, string> = {}): Promise<WireRecord[]> =>
  embedded(await api.list("events", { subscriber_id, rows: 100, order_by: "id", ...query }), "events");
const lines = (events: readonly WireRecord[]) =>
  events.map(({ type, non_primary_alias_username: alias, old_status, new_status }) =>
    [type, alias ?? "-", old_status || "-", new_status || "-"].join(" "),
  );
/** What is told of a subscriber since this many events. */
const since = async (id: number, count: number) => lines((await eventsOf(id)).slice(count));

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const first = async (resource: string, query: Record<string, string | number>) =>
  Number(embedded(await api.list(resource, query), resource)[0]?.id);
const domain_id = await first("domains", { domain: "sip.albion-voice.example" });
const set = await api.create("subscriberprofilesets", { name: "told", description: "-", reseller_id: RESELLER });
const profile = (name: string) => ({ name, description: "-", profile_set_id: set, attributes: ["clir"] });
/** Three profiles of the set. */
const profiles = [
  await api.create("subscriberprofiles", profile("one")),
  await api.create("subscriberprofiles", profile("two")),
  await api.create("subscriberprofiles", profile("three")),
];

describe("events of profiles", () => {
  it("follow the aliases of an extension, and those that return to the pilot", async () => {
    const [one, two, three] = profiles;
    const pbx = await customer("pbxaccount");
    const [a, b, c] = [number(), number(), number()];
    const pilot = await subscriber(pbx, {
      is_pbx_pilot: true,
      primary_number: number(),
      alias_numbers: [a, b, c],
      profile_set_id: set,
      profile_id: three,
    });
    expect(await since(pilot, 0)).toEqual([a, b, c].map((alias) => `start_profile ${textOf(alias)} - ${three}`));
    const extension = await subscriber(pbx, { pbx_extension: "21", profile_set_id: set, profile_id: one });
    expect(await since(extension, 0)).toEqual([`start_profile - - ${one}`]);

    const move = async ({ sn }: typeof a, to: number) => {
      const [row] = embedded(await api.list("numbers", { sn }), "numbers");
      const path = [{ op: "replace", path: "/subscriber_id", value: to }];
      expect(errorsOf(await api.patch("numbers", Number(row?.id), path))).toEqual([204]);
    };
    await move(a, extension);
    await move(b, extension);
    expect(await since(extension, 1)).toEqual([a, b].map((alias) => `start_profile ${textOf(alias)} - ${one}`));
    expect(await since(pilot, 3)).toEqual([a, b].map((alias) => `end_profile ${textOf(alias)} ${three} -`));

    await replace(extension, { profile_id: two });
    expect(await since(extension, 3)).toEqual([a, b].map((alias) => `update_profile ${textOf(alias)} ${one} ${two}`));

    expect((await api.request("DELETE", `/api/subscribers/${extension}`)).status).toBe(204);
    expect(await since(extension, 5)).toEqual(
      [a, b].flatMap((alias) => [`end_profile ${textOf(alias)} ${two} -`, `start_profile ${textOf(alias)} - ${three}`]),
    );
    const [before] = (await eventsOf(extension)).slice(5);
    expect(before).toMatchObject({
      first_non_primary_alias_username_before: textOf(a),
      first_non_primary_alias_username_after: null,
      subscriber_profile_id: two,
      subscriber_profile_name: "two",
      subscriber_profile_set_name: "told",
      pilot_subscriber_id: pilot,
      pilot_subscriber_profile_name: "three",
      pilot_first_non_primary_alias_username_before: textOf(c),
      pilot_first_non_primary_alias_username_after: textOf(a),
    });

    expect((await api.request("DELETE", `/api/subscribers/${pilot}`)).status).toBe(204);
    expect(await since(pilot, 5)).toEqual([a, b, c].map((alias) => `end_profile ${textOf(alias)} ${three} -`));
  });

  it("tell of aliases that stay, come and leave with another profile, in this order", async () => {
    const [one, two] = profiles;
    const [a, b, c, primary_number] = [number(), number(), number(), number()];
    const values = { primary_number, alias_numbers: [a, b], profile_set_id: set, profile_id: one };
    const id = await subscriber(await customer("sipaccount"), values);
    const [created] = await eventsOf(id);
    expect(created).toMatchObject({
      primary_alias_username_before: null,
      primary_alias_username_after: textOf(primary_number),
      first_non_primary_alias_username_before: null,
      first_non_primary_alias_username_after: textOf(a),
      primary_number_cc: "44",
      pilot_subscriber_id: null,
      export_status: "unexported",
      reseller_id: RESELLER,
    });
    expect(String(created?.timestamp)).toMatch(/:\d\dZ$/);
    await replace(id, { profile_id: two, alias_numbers: [b, c] });
    expect(await since(id, 2)).toEqual([
      `update_profile ${textOf(b)} ${one} ${two}`,
      `start_profile ${textOf(c)} - ${two}`,
      `end_profile ${textOf(a)} ${one} -`,
    ]);
    await replace(id, { profile_set_id: null });
    expect(await since(id, 5)).toEqual([b, c].map((alias) => `end_profile ${textOf(alias)} ${two} -`));
    await replace(id, { display_name: "no event" });
    expect(await eventsOf(id)).toHaveLength(7);
  });

  it("are what they were, whatever becomes of a profile", async () => {
    const profile_id = await api.create("subscriberprofiles", {
      name: "short-lived",
      description: "-",
      profile_set_id: set,
      attributes: ["clir"],
    });
    const values = { primary_number: number(), profile_set_id: set, profile_id };
    const id = await subscriber(await customer("sipaccount"), values);
    expect((await api.request("DELETE", `/api/subscriberprofiles/${profile_id}`)).status).toBe(204);
    expect(await since(id, 0)).toEqual([`start_profile - - ${profile_id}`, `end_profile - ${profile_id} -`]);
    expect((await eventsOf(id))[1]).toMatchObject({ subscriber_profile_id: profile_id });
  });
});

describe("events of groups and auto attendants", () => {
  it("tell when a PBX group begins and ends", async () => {
    const pbx = await customer("pbxaccount");
    const pilot = await subscriber(pbx, { is_pbx_pilot: true, primary_number: number() });
    expect(await eventsOf(pilot)).toEqual([]);
    const [one] = profiles;
    const values = { is_pbx_group: true, pbx_extension: "30", profile_set_id: set, profile_id: one };
    const group = await subscriber(pbx, values);
    expect(await since(group, 0)).toEqual([`start_profile - - ${one}`, `start_huntgroup - - ${one}`]);
    expect((await api.request("DELETE", `/api/subscribers/${group}`)).status).toBe(204);
    expect(await since(group, 2)).toEqual([`end_profile - ${one} -`, `end_huntgroup - ${one} -`]);
  });

  it("tell when calls begin and cease to go to the auto attendant, however that is said", async () => {
    const id = await subscriber(await customer("sipaccount"), { primary_number: number() });
    const destinations = (...all: string[]) => all.map((destination) => ({ destination, timeout: 300 }));
    const set = await api.create("cfdestinationsets", {
      subscriber_id: id,
      name: "menu",
      destinations: destinations("autoattendant"),
    });
    expect(await eventsOf(id)).toEqual([]);
    const put = async (path: string, body: WireRecord) =>
      expect((await api.request("PUT", `/api/${path}`, body)).status).toBe(204);
    await put(`cfmappings/${id}`, { cfu: [{ destinationset_id: set }] });
    await put(`cfdestinationsets/${set}`, { subscriber_id: id, name: "menu", destinations: destinations("voicebox") });
    await put(`cfdestinationsets/${set}`, {
      subscriber_id: id,
      name: "menu",
      destinations: destinations("autoattendant"),
    });
    await put(`cfmappings/${id}`, { cfu: [] });
    const told = ["start_ivr - - -", "end_ivr - - -", "start_ivr - - -", "end_ivr - - -"];
    expect(await since(id, 0)).toEqual(told);
    await put(`callforwards/${id}`, { cfb: { destinations: destinations("autoattendant") } });
    expect(await since(id, 4)).toEqual(["start_ivr - - -"]);
    await put(`callforwards/${id}`, { cfb: { destinations: destinations("441632970000") } });
    expect(await since(id, 5)).toEqual(["end_ivr - - -"]);
    await put(`callforwards/${id}`, { cfb: { destinations: destinations("autoattendant") } });
    expect((await api.request("DELETE", `/api/subscribers/${id}`)).status).toBe(204);
    expect(await since(id, 6)).toEqual(["start_ivr - - -", "end_ivr - - -"]);
  });
});

it("the list of events is filtered by type with stars or percent signs, by time and by reseller", async () => {
  const typesOf = async (query: Record<string, string | number>) =>
    new Set(embedded(await api.list("events", { rows: 100, ...query }), "events").map(({ type }) => type));
  expect(await typesOf({ type: "*ivr" })).toEqual(new Set(["start_ivr", "end_ivr"]));
  expect(await typesOf({ type: "%ivr" })).toEqual(new Set(["start_ivr", "end_ivr"]));
  expect(await typesOf({ type: "end_huntgroup" })).toEqual(new Set(["end_huntgroup"]));
  expect(await typesOf({ timestamp_from: "2999-01-01" })).toEqual(new Set());
  expect(await typesOf({ timestamp_to: "1999-01-01" })).toEqual(new Set());
  expect(await typesOf({ reseller_id: 999_999 })).toEqual(new Set());
});
