import { afterAll, describe, expect, it } from "vitest";
import { Api, embedded } from "../../../../tests/support/api.ts";
import { openPrepared } from "../../../../tests/support/prepared.ts";
import { World } from "../../../../tests/support/world.ts";
import type { FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { resources } from "../../../generated/all.gen.ts";
import { buildPlatform } from "../../app.ts";
import { DEMONSTRATION_PASSWORD } from "../../seed/demonstration.ts";

const database = await openPrepared("demonstration");
const app = await buildPlatform({ database });
afterAll(async () => {
  await app.close();
  await database.close();
});

interface Hit {
  readonly resource: string;
  readonly record: { readonly id: number } & Record<string, Json>;
  readonly match: { readonly field: string; readonly text: string; readonly rank: string };
}

async function search(login: string, text: string, rows = 5): Promise<Hit[]> {
  const credentials = { username: login, password: DEMONSTRATION_PASSWORD };
  const { jwt } = (await app.inject({ method: "POST", url: "/login_jwt", payload: credentials })).json();
  const url = `/api/search/?${new URLSearchParams({ q: text, rows: String(rows) })}`;
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${jwt}` } });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().results;
}

async function aSubscriber(): Promise<{ id: number; username: string; number: string; cc: string }> {
  const row = await database.kysely
    .selectFrom("numbers")
    .innerJoin("subscribers", "subscribers.id", "numbers.subscriber_id")
    .select(["subscribers.id as id", "username", "number", "cc"])
    .where("is_primary", "=", true)
    .where("subscribers.status", "=", "active")
    .orderBy("numbers.id")
    .executeTakeFirstOrThrow();
  return row as { id: number; username: string; number: string; cc: string };
}

const idsOf = (hits: readonly Hit[], resource: string) =>
  hits.filter((hit) => hit.resource === resource).map(({ record }) => record.id);

it.each([
  ["subscribers", "7946 0113", [8]],
  ["subscribers", "+44 (0)20 7946 0113", [8]],
  ["subscribers", "maja bell", [6]],
  ["numbers", "460113", [8]],
  ["customers", "backerei", [23]],
  ["customers", "bakery gB-100", [2]],
  ["customers", "bakery gB-999", []],
])("the search of a list finds in %s by %s", async (resource, text, ids) => {
  const credentials = { username: "administrator", password: DEMONSTRATION_PASSWORD };
  const { jwt } = (await app.inject({ method: "POST", url: "/login_jwt", payload: credentials })).json();
  const url = `/api/${resource}/?${new URLSearchParams({ search: text, rows: "50" })}`;
  const reply = await app.inject({ url, headers: { authorization: `Bearer ${jwt}` } });
  const records: { id: number }[] = reply.json()._embedded?.[`ngcp:${resource}`] ?? [];
  expect(records.map(({ id }) => id)).toEqual(ids);
});

const api = (await Api.login(app, "administrator", DEMONSTRATION_PASSWORD)).namingOwners();
api.lend("interceptions", await Api.login(app, "intercept", DEMONSTRATION_PASSWORD));
const world = new World(api, 2);
const numberFormats = ["digits", "dial-string", "call-destination", "number-or-uri", "number-prefix", "routing-prefix"];
const isNumber = ({ unit, clickToDial, format = "" }: FieldDescriptor) =>
  unit === "phone" || clickToDial === true || numberFormats.includes(format);

it.each(
  Object.values(resources).flatMap(({ descriptor: { name, fields, filters, list } }) => {
    const numbers = new Set(fields.filter(isNumber).map((field) => field.name));
    const searched = list.searchIn.map((source) => ({ name: "search", source }));
    const asked = [...filters, ...searched].filter(({ source }) => numbers.has(source));
    // Call lists show an extension where the whole number was recorded, which their filter takes.
    if (name === "calllists") asked.shift();
    return asked.map((filter) => [name, filter.name, filter.source] as const);
  }),
)("a number as it is shown finds in %s by %s what its digits find: %s", async (resource, parameter, field) => {
  const digitsOf = (value: unknown) => /^\+?(\d{2,})$/.exec(String(value))?.[1];
  const records = async (query = {}) => embedded(await api.list(resource, { rows: 20, ...query }), resource);
  const find = async () => {
    const lengthOf = (record: WireRecord) => digitsOf(record[field])?.length ?? 0;
    return (await records()).toSorted((one, other) => lengthOf(other) - lengthOf(one)).find(lengthOf);
  };
  const stored = (await find()) ?? (await world.make(resource, { [field]: "441632960123" }).then(find));
  const digits = digitsOf(stored?.[field]) ?? "";
  const shown = `+${digits[0]} ${digits.slice(1)}`;
  const finds = async (text: string) =>
    (await records({ [parameter]: text, id: stored?.id })).some(
      ({ type, id }) => id === stored?.id && type === stored?.type,
    );
  for (const text of [digits, `+${digits}`, shown]) expect(await finds(text), text).toBe(true);
  expect(await finds(`${shown} 99`)).toBe(false);
});

describe("a search over all resources", () => {
  it("finds a subscriber by any notation of its number, by name and by id", async () => {
    const { id, username, number, cc } = await aSubscriber();
    const national = number.slice(cc.length);
    for (const text of [`+${number}`, `00${number}`, number, `0${national}`, `+${cc} ${national}`]) {
      expect(idsOf(await search("administrator", text), "subscribers"), text).toContain(id);
    }
    expect(idsOf(await search("administrator", username.toUpperCase()), "subscribers")).toContain(id);
    expect(idsOf(await search("administrator", String(id)), "subscribers")).toContain(id);
  });

  it.each([
    ["46011", "subscribers", "numbers.number", "442079460110"],
    ["7946 0113", "subscribers", "numbers.number", "442079460113"],
    ["+44 (0)20 7946 0113", "subscribers", "numbers.number", "442079460113"],
    ["0113 496", "subscribers", "numbers.number", "441134960000"],
    ["0044 113", "subscribers", "numbers.number", "441134960000"],
    ["6011", "numbers", "number", "442079460110"],
    ["BACKEREI", "customers", "contact_id.company", "Kornblum Bäckerei"],
    ["backerei", "customercontacts", "company", "Kornblum Bäckerei"],
    ["baker", "customers", "contact_id.company", "Foxglove Bakery"],
    ["B-10010", "customers", "external_id", "GB-10010"],
    ["aja.be", "subscribers", "username", "maja.bell"],
    ["sip:maja.bell@foxglove", "subscribers", "username", "maja.bell@foxglove-bakery.pbx.albion-voice.example"],
    ["foxglove-bakery.pbx", "domains", "domain", "foxglove-bakery.pbx.albion-voice.example"],
    ["100.20", "peeringservers", "ip", "198.51.100.20"],
    ["db8:30::8", "trustedsources", "src_ip", "2001:db8:30::8"],
    ["198.51.100.74", "subscriberregistrations", "received", "sip:198.51.100.74:26956;transport=udp"],
    ["C2:00:00:05", "pbxdevices", "identifier", "0050c2000005"],
    ["0050.c200", "pbxdevices", "identifier", "0050c2000001"],
    ["lbion-voice-rea", "admins", "login", "albion-voice-readonly"],
    ["[2-9]\\d{4", "rewriterules", "match_pattern", "^([2-9]\\d{4,7})$"],
    ["bell MAJA", "subscribers", "username", "maja.bell"],
    ["112|99", "ncospatterns", "pattern", "^(?:112|999|101|111)$"],
  ])("finds %s in %s, and says where", async (text, resource, field, whole) => {
    const hits = (await search("administrator", text, 20)).filter((hit) => hit.resource === resource);
    expect(hits.map(({ match }) => `${match.field}: ${match.text}`)).toContain(`${field}: ${whole}`);
  });

  it("finds a contact by its names in any order", async () => {
    const names = { firstname: "Élena", lastname: "Marsh" };
    await database.kysely.updateTable("contacts").set(names).where("id", "=", 8).execute();
    const hits = await search("administrator", "marsh elena", 20);
    const hit = hits.find(({ resource, record }) => resource === "customercontacts" && record.id === 8);
    expect(hit?.match).toMatchObject({ field: "firstname", text: "Élena Marsh" });
    const none = await search("administrator", "marsh elena nobody", 20);
    expect(idsOf(none, "customercontacts")).toEqual([]);
  });

  it("finds extensions, and puts what matches exactly before what only begins or contains it", async () => {
    const hits = (await search("administrator", "10", 20)).filter(({ resource }) => resource === "subscribers");
    expect(hits[0]?.match).toEqual({ field: "pbx_extension", text: "10", rank: "exact" });
    const places = hits.map(({ match }) => ["exact", "prefix", "part"].indexOf(match.rank));
    expect(places).toEqual(places.toSorted());
  });

  it("finds calls by a part of their Call-ID, but only by a long one", async () => {
    const call = await database.kysely.selectFrom("calls").select("call_id").limit(1).executeTakeFirstOrThrow();
    const callId = String(call.call_id);
    const found = async (text: string) =>
      (await search("administrator", text, 20)).filter(({ resource }) => resource === "calls");
    expect((await found(callId.slice(2))).map(({ match }) => match.text)).toContain(callId);
    expect(await found(callId.slice(2, 6))).toEqual([]);
  });

  it("finds by a part of a number although no record has it as its id", async () => {
    const hits = await search("administrator", "460113", 5);
    expect(hits.map(({ match }) => match.text)).toContain("442079460113");
  });

  it("finds numbers by a run of one digit, few as well as many", async () => {
    const owner = await database.kysely
      .selectFrom("numbers")
      .select(["reseller_id", "subscriber_id", "cc", "ac"])
      .where("number", "=", "442079460113")
      .executeTakeFirstOrThrow();
    const many = Array.from({ length: 120 }, (_, at) => `6666600${String(at).padStart(3, "0")}`);
    const rows = [...many, "7555551"].map((sn) => ({
      ...{ ...owner, sn, number: `4420${sn}` },
      ...{ is_primary: false, is_devid: false },
    }));
    await database.kysely.insertInto("numbers").values(rows).execute();
    const found = async (text: string) =>
      (await search("administrator", text, 20)).filter(({ resource }) => resource === "numbers");
    expect((await found("55555")).map(({ match }) => match.text)).toEqual(["44207555551"]);
    const hits = await found("66666");
    expect(hits).toHaveLength(20);
    for (const { match } of hits) expect(match.text).toContain("66666");
    await database.kysely.deleteFrom("numbers").where("number", "like", "44206666600%").execute();
  });

  it("puts former customers after present ones", async () => {
    const { id, contact_id } = await database.kysely
      .selectFrom("customers")
      .select(["id", "contact_id"])
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const names = ["Former Ltd", "Formerly another"];
    const common = { email: "f@former.example", status: "active", reseller_id: 1 } as const;
    const rows = names.map((company) => ({ company, ...common }));
    const contacts = await database.kysely.insertInto("contacts").values(rows).returning("id").execute();
    const states = ["terminated", "active"] as const;
    const copies = states.map((status, at) => ({ contact_id: contacts[at]?.id ?? 0, status }));
    const like = await database.kysely
      .selectFrom("customers")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(like.contact_id).toBe(contact_id);
    for (const copy of copies) {
      const { id: _, ...others } = like;
      const all_billing_profiles = JSON.stringify(others.all_billing_profiles);
      await database.kysely
        .insertInto("customers")
        .values({ ...others, all_billing_profiles, reseller_id: 1, external_id: null, ...copy })
        .execute();
    }
    const hits = (await search("administrator", "former")).filter(({ resource }) => resource === "customers");
    expect(hits.map(({ record }) => record.status)).toEqual(["active", "terminated"]);
  });

  it("says who has a record", async () => {
    const [number] = (await search("administrator", "442079460113")).filter(
      ({ resource }) => resource === "subscribers",
    );
    expect(number?.record).toMatchObject({
      primary_number: { cc: 44, ac: "20", sn: "79460113" },
      status: "active",
      customer_id_expand: { contact_id_expand: { company: "Foxglove Bakery" } },
    });
    const [phone] = (await search("administrator", "0050c2000005")).filter(({ resource }) => resource === "pbxdevices");
    expect(phone?.record).toMatchObject({ customer_id_expand: { contact_id_expand: { company: expect.any(String) } } });
  });

  it("finds a record by what its title says of another one", async () => {
    const [hit] = (await search("administrator", "office@tidewater")).filter(
      ({ resource }) => resource === "customers",
    );
    expect(hit?.record).toMatchObject({ id: 3, contact_id_expand: { email: expect.stringContaining("tidewater") } });
  });

  it("brings no more of a resource than asked for, and nothing for nothing", async () => {
    const hits = await search("administrator", "a", 2);
    for (const { resource } of hits) expect(idsOf(hits, resource).length).toBeLessThanOrEqual(2);
    expect(await search("administrator", "  ")).toEqual([]);
    for (const odd of ["%", "_", "*", "\\", "'; drop table x --", "\0"])
      for (const { match } of await search("administrator", odd)) expect(match.text).toContain(odd);
  });

  it("keeps to what the caller may open and to the own reseller", async () => {
    const { id, username, number } = await aSubscriber();
    const { reseller_id: owner } = await database.kysely
      .selectFrom("subscribers")
      .select("reseller_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const others = ["albion-voice", "spreeklang", "bayview-telecom"];
    for (const login of others) {
      const account = await database.kysely
        .selectFrom("admins")
        .select("reseller_id")
        .where("login", "=", login)
        .executeTakeFirstOrThrow();
      const seesIt = account.reseller_id === owner;
      expect(idsOf(await search(login, `+${number}`), "subscribers").includes(id), login).toBe(seesIt);
      for (const text of [username, String(id)]) {
        if (!seesIt) expect(idsOf(await search(login, text, 20), "subscribers"), `${login} ${text}`).not.toContain(id);
      }
      expect(idsOf(await search(login, "default"), "resellers")).toEqual([]);
    }
    expect(new Set((await search("caredesk", "a", 20)).map(({ resource }) => resource))).not.toContain("domains");
  });
});
