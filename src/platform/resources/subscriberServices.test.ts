import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { embedded } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

const replace = (path: string, value: unknown) => [{ op: "replace", path: `/${path}`, value }];
const post = (resource: string, record: WireRecord) => api.request("POST", `/api/${resource}/`, record);
const list = async (resource: string, query: Record<string, string | number>) =>
  embedded(await api.list(resource, query), resource);

/** A line of the demonstration, by its number. */
async function lineOf(username: string): Promise<number> {
  const [found] = await list("subscribers", { username });
  return Number(found?.id);
}

it("with a terminated subscriber its services are deleted, each with a journal entry", async () => {
  const subscriber_id = await lineOf("441134960017");
  const reminder = await api.create("reminders", { subscriber_id, time: "06:10", recur: "always" });
  await api.create("trustedsources", { subscriber_id, src_ip: "192.0.2.77", protocol: "UDP" });
  expect((await api.patch("subscribers", subscriber_id, replace("status", "terminated"))).status).toBe(204);
  expect(await list("reminders", { subscriber_id })).toEqual([]);
  expect(await list("trustedsources", { subscriber_id })).toEqual([]);
  const { body } = await api.request("GET", `/api/reminders/${reminder}/journal/`);
  expect(body?.total_count).toBe(2);
});

describe("registered devices", () => {
  const contact = "sip:desk@192.0.2.10:5060";
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

  it("are permanent when created manually, with priority 1 by default", async () => {
    const subscriber_id = await lineOf("441134960018");
    const id = await api.create("subscriberregistrations", { subscriber_id, contact, q: 1 });
    expect((await api.read("subscriberregistrations", id)).body).toMatchObject({ contact, q: 1, expires: null });
  });

  it("disappear once they have expired", async () => {
    const subscriber_id = await lineOf("441134960019");
    const id = await api.create("subscriberregistrations", { subscriber_id, contact, q: 1, expires: inMs(3_600_000) });
    expect(await list("subscriberregistrations", { subscriber_id })).toHaveLength(1);
    await platform.database.kysely
      .updateTable("subscriberregistrations")
      .set({ expires: inMs(-1) })
      .where("id", "=", id)
      .execute();
    expect(await list("subscriberregistrations", { subscriber_id })).toEqual([]);
    expect((await api.read("subscriberregistrations", id)).status).toBe(404);
    await api.create("subscriberregistrations", { subscriber_id, contact, q: 0.5 });
    const { rows } = await sql`select q from subscriberregistrations where subscriber_id = ${subscriber_id}`.execute(
      platform.database.kysely,
    );
    expect(rows).toHaveLength(1);
  });
});

describe("numbers", () => {
  const move = (id: unknown, subscriber_id: unknown) =>
    api.patch("numbers", Number(id), replace("subscriber_id", subscriber_id));

  it("can be moved to another subscriber, and filtered by alias", async () => {
    const [from, to] = [await lineOf("441134960020"), await lineOf("441134960021")];
    const alias_numbers = [{ cc: "44", ac: "1632", sn: "960111" }];
    await api.patch("subscribers", from, replace("alias_numbers", alias_numbers));
    const [alias] = await list("numbers", { subscriber_id: from, type: "alias" });
    expect((await move(alias?.id, to)).status).toBe(204);
    expect(await list("numbers", { subscriber_id: from, type: "alias" })).toEqual([]);
    expect((await api.read("subscribers", to)).body?.alias_numbers).toMatchObject(
      alias_numbers.map((number) => ({ ...number, cc: Number(number.cc) })),
    );
    expect(await list("numbers", { subscriber_id: to, type: "primary" })).toHaveLength(1);
    expect((await move(alias?.id, 2_000_000_000)).status).toBe(422);
    const other = await api.patch("numbers", Number(alias?.id), replace("sn", "960112"));
    expect(other.body?.errors).toMatchObject([{ pointer: "/sn", key: "rules.business.fixed" }]);
  });

  it("cannot be moved when primary", async () => {
    const [from, to] = [await lineOf("441134960020"), await lineOf("441134960021")];
    const [primary] = await list("numbers", { subscriber_id: from, type: "primary" });
    const answer = await move(primary?.id, to);
    expect(answer.status).toBe(422);
    expect(answer.body?.errors).toMatchObject([{ pointer: "/subscriber_id", key: "rules.business.primaryNumberMove" }]);
  });
});

describe("number blocks", () => {
  it("are unique by digits, however they are split", async () => {
    await api.create("numberblocks", { cc: "43", ac: "1", sn_prefix: "99", sn_length: 7 });
    const twin = await post("numberblocks", { cc: "43", ac: "19", sn_prefix: "9", sn_length: 6 });
    expect([twin.status, twin.body?.errors]).toMatchObject([422, [{ pointer: "/sn_prefix", rule: "unique" }]]);
  });

  it("are at least as long as their prefix, with at most fifteen digits", async () => {
    const short = await post("numberblocks", { cc: "43", ac: "2", sn_prefix: "1234", sn_length: 3 });
    expect(short.body?.errors).toMatchObject([{ pointer: "/sn_length", key: "rules.business.shorterThanPrefix" }]);
    const long = await post("numberblocks", { cc: "43", ac: "2742", sn_length: 12 });
    expect(long.body?.errors).toMatchObject([{ pointer: "/sn_length", key: "rules.business.numberTooLong" }]);
  });
});

describe("a manager's secretaries", () => {
  const put = (id: number, ...numbers: string[]) =>
    api.request("PUT", `/api/managersecretary/${id}`, { secretary_numbers: numbers.map((number) => ({ number })) });

  it("are other subscribers of the same cloud PBX, and can be removed", async () => {
    const [pilot, other] = await list("subscribers", { username: "pilot" });
    const [group] = await list("subscribers", { username: "sales", customer_id: Number(pilot?.customer_id) });
    const numberOf = (record?: WireRecord) => {
      const { cc, ac, sn } = (record?.primary_number ?? {}) as { cc: string; ac: string; sn: string };
      return cc + ac + sn;
    };
    const manager = Number(pilot?.id);
    expect((await put(manager, numberOf(group))).status).toBe(204);
    const { body } = await api.read("managersecretary", manager);
    expect(body).toMatchObject({ uuid: pilot?.uuid, secretary_numbers: [{ number: numberOf(group) }] });
    for (const wrong of [numberOf(other), numberOf(pilot), "1"]) {
      const refused = await put(manager, wrong);
      expect(refused.status).toBe(422);
      expect(refused.body?.errors).toMatchObject([
        { pointer: "/secretary_numbers/0/number", key: "rules.business.noColleague" },
      ]);
    }
    expect((await api.request("DELETE", `/api/managersecretary/${manager}`)).status).toBe(204);
    expect((await api.read("managersecretary", manager)).body).toMatchObject({ secretary_numbers: [] });
  });

  it("are refused without a cloud PBX", async () => {
    const refused = await put(await lineOf("441134960022"), "441134960020");
    expect(refused.body?.errors).toMatchObject([{ pointer: "/secretary_numbers", key: "rules.business.pbxNeeded" }]);
  });
});

describe("a cloud PBX", () => {
  it("lists the members of a group, and its users without groups", async () => {
    const [group] = await list("subscribers", { username: "sales", is_pbx_group: 1 });
    const members = await list("subscribers", { pbx_group_id: Number(group?.id), rows: 100 });
    expect(members.length).toBeGreaterThan(0);
    expect(members.map(({ id }) => id)).toEqual(group?.pbx_groupmember_ids);
    const { pbx_extension, id, primary_number } = members[0] as WireRecord;
    const users = await list("pbxusers", { pbx_extension: String(pbx_extension), rows: 100 });
    expect(users).toContainEqual(expect.objectContaining({ id, primary_number }));
    expect((await api.read("pbxusers", Number(group?.id))).status).toBe(404);
    expect((await api.read("pbxusers", await lineOf("441134960022"))).status).toBe(404);
  });

  it("has an empty queue where a preference enables it", async () => {
    const reseller = await platform.as("albion-voice");
    const [queues, own] = [
      await list("callqueues", { rows: 100 }),
      embedded(await reseller.list("callqueues", { rows: 100 }), "callqueues"),
    ];
    expect(queues.every(({ username, queue_length }) => username === "support" && queue_length === 0)).toBe(true);
    expect(own.length).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(queues.length);
    const [found] = await list("callqueues", { number: String(queues[0]?.number) });
    expect(found).toMatchObject({ id: queues[0]?.id, queue: [] });
  });
});

describe("interceptions", () => {
  const order = { liid: 77, x2_host: "x2.mediation.example", x2_port: 18090, x2_password: "Quiet7Otter!x" };
  const own = async () => ({
    ...order,
    number: String((await list("subscribers", { username: "441134960023" }))[0]?.username),
  });

  it("need a subscriber's number, and a target for content if enabled", async () => {
    const officer = await platform.as("intercept");
    const send = (record: WireRecord) => officer.request("POST", "/api/interceptions/", record);
    const unknown = await send({ ...order, number: "44999" });
    expect(unknown.body?.errors).toMatchObject([{ pointer: "/number", key: "rules.business.numberUnknown" }]);
    const speechless = await send({ ...(await own()), liid: 78, x3_required: true });
    expect(speechless.body?.errors).toMatchObject([{ pointer: "/x3_host" }, { pointer: "/x3_port" }]);
    await officer.create("interceptions", await own());
    const twice = await send(await own());
    expect(twice.body?.errors).toMatchObject([{ pointer: "/number", rule: "unique" }]);
  });
});
