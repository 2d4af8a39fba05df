import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import { World } from "../../../tests/support/world.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";

const other = "4930990099";

/** A call in both directions, a voicemail, a text message and a fax, one minute apart. */
async function store(): Promise<void> {
  const { kysely } = platform.database;
  const call = (side: "source" | "destination", minute: number, fee: number) => {
    const isOut = side === "source";
    const own = (name: string) => sql.ref(`${side}_${name}`);
    return sql`insert into calls (${own("reseller_id")}, ${own("customer_id")}, ${own("subscriber_id")},
        ${own("user_id")}, source_cli, source_clir, destination_user_in, call_type, call_status, init_time, start_time,
        duration, call_id, rating_status, source_customer_cost, destination_customer_cost,
        ${own("customer_billing_fee_id")})
      select reseller_id, customer_id, id, uuid, ${isOut ? number : other}, false, ${isOut ? other : number}, 'call', 'ok',
        ${time(minute)}, ${time(minute)}, 156, ${`conversation-${side}@sip.example_b2b-1`}, 'ok', 120, 0, ${fee}
      from subscribers where id = ${line}`.execute(kysely);
  };
  await call("source", 0, await feeIn("KWD"));
  await call("destination", 1, await feeIn("EUR"));
  await sql`insert into voicemails (reseller_id, subscriber_id, caller, time, duration, folder, transcript_status)
    select reseller_id, id, ${other}, ${time(2)}, 20, 'INBOX', 'none' from subscribers where id = ${line}`.execute(
    kysely,
  );
  await sql`insert into sms (reseller_id, subscriber_id, direction, caller, callee, text, status, time)
    select reseller_id, id, 'out', ${number}, ${other}, 'hello', 'failed', ${time(3)}
    from subscribers where id = ${line}`.execute(kysely);
  await sql`insert into faxes (reseller_id, subscriber_id, direction, caller, callee, quality, status, pages, filename,
      time)
    select reseller_id, id, 'in', ${other}, ${number}, 'normal', 'ok', 3, 'offer.pdf', ${time(4)}
    from subscribers where id = ${line}`.execute(kysely);
}

/** A fee of a billing profile in this currency. */
async function feeIn(currency: string): Promise<number> {
  const billing_profile_id = await world.make("billingprofiles", { currency });
  const billing_zone_id = await world.make("billingzones", { billing_profile_id });
  return world.make("billingfees", { billing_profile_id, billing_zone_id });
}

const time = (minute: number) => `2026-04-01T10:0${minute}:00Z`;
const find = async (query: Record<string, string | number> = {}, of = api): Promise<WireRecord[]> =>
  embedded(
    await of.list("conversations", { subscriber_id: line, order_by: "start_time", rows: 50, ...query }),
    "conversations",
  );
const kindsOf = async (query: Record<string, string | number>) => (await find(query)).map(({ type }) => type);

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const world = new World(api, 2);
const [found] = embedded(await api.list("subscribers", { username: "441134960016" }), "subscribers");
const customer_id = Number(found?.customer_id);
const number = "441632975000";
/** A subscriber that only these tests give something to, and its customer. */
const line = await api.create("subscribers", {
  customer_id,
  domain_id: Number(found?.domain_id),
  username: "talkative",
  password: "Quiet7Otter!x",
  primary_number: { cc: "44", ac: "1632", sn: "975000" },
});
await store();

describe("conversations", () => {
  it("are calls, voicemails, text messages and faxes as their owner sees them", async () => {
    const [out, incoming, voicemail, sms, fax] = await find();
    const talk = {
      type: "call",
      duration: "0:02:36",
      status: "ok",
      rating_status: "ok",
      call_type: "call",
    };
    expect(out).toMatchObject({
      ...talk,
      direction: "out",
      caller: number,
      callee: other,
      customer_cost: 120,
      currency: "KWD",
      call_id: "conversation-source@sip.example",
    });
    expect(incoming).toMatchObject({ ...talk, direction: "in", caller: other, callee: number, currency: "EUR" });
    expect(voicemail).toMatchObject({
      type: "voicemail",
      direction: "in",
      caller: other,
      callee: null,
      duration: "0:00:20",
      folder: "INBOX",
      filename: `voicemail-${voicemail?.id}.wav`,
      voicemail_subscriber_id: line,
      customer_cost: null,
    });
    expect(sms).toMatchObject({
      type: "sms",
      direction: "out",
      caller: number,
      callee: other,
      status: "failed",
      duration: null,
    });
    expect(fax).toMatchObject({ type: "fax", direction: "in", caller: other, pages: 3, filename: "offer.pdf" });
    expect((await api.read("faxes", Number(fax?.id))).body).toMatchObject({ filename: "offer.pdf" });
  });

  it("are found by kind, direction, numbers, time and result", async () => {
    expect(await kindsOf({ type: "fax" })).toEqual(["fax"]);
    expect(await kindsOf({ type: "call,fax" })).toEqual(["call", "call", "fax"]);
    expect(await kindsOf({ type: "call-voicemail" })).toEqual(["call", "call", "voicemail"]);
    expect(await kindsOf({ type: "telex" })).toEqual([]);
    expect(await kindsOf({ direction: "in" })).toEqual(["call", "voicemail", "fax"]);
    expect(await kindsOf({ caller: number })).toEqual(["call", "sms"]);
    expect(await kindsOf({ caller: `+${number.slice(0, 2)} ${number.slice(2)}` })).toEqual(["call", "sms"]);
    expect(await kindsOf({ callee: "4930*" })).toEqual(["call", "voicemail", "sms"]);
    expect(await kindsOf({ from: time(2), to: time(3) })).toEqual(["voicemail", "sms"]);
    expect(await kindsOf({ status: "failed" })).toEqual(["sms"]);
    expect(await kindsOf({ order_by: "type", order_by_direction: "desc" })).toEqual([
      "voicemail",
      "sms",
      "fax",
      "call",
      "call",
    ]);
  });

  it("are read one by one with owner and type, at the address that their links have", async () => {
    const [out] = await find();
    const path = `/api/conversations/${out?.id}`;
    const owner = `subscriber_id=${line}`;
    expect(out).toMatchObject({ _links: { self: { href: `${path}?${owner}&type=call` } } });
    expect((await api.request("GET", `${path}?${owner}&type=call`)).body).toMatchObject({ id: out?.id, callee: other });
    expect(errorsOf(await api.request("GET", `${path}?${owner}`))).toEqual(["/type rules.required"]);
    expect((await api.request("GET", `${path}?type=call`)).body).toMatchObject({
      code: 422,
      key: "errors.owner_needed",
    });
    expect((await api.request("GET", `${path}?${owner}&type=telex`)).status).toBe(404);
    const ids = await find({ id: Number(out?.id) });
    expect(ids.map(({ id }) => id)).toContain(out?.id);
  });

  it("belong to the customer as well, and to nobody else", async () => {
    const [last] = embedded(
      await api.list("conversations", { customer_id, from: time(0), to: time(4), order_by: "start_time" }),
      "conversations",
    ).slice(-1);
    expect(last).toMatchObject({ type: "fax", subscriber_id: line });
    const stranger = await platform.as("spreeklang");
    const answer = await stranger.list("conversations", { subscriber_id: line });
    expect(answer.body).toMatchObject({ code: 404, key: "errors.owner_unknown" });
    const albion = await platform.as("albion-voice");
    expect(await find({}, albion)).toHaveLength(5);
    expect((await (await platform.as("caredesk")).list("conversations", { subscriber_id: line })).status).toBe(403);
  });

  it("have names from the phonebooks that the subscriber sees, nearest first", async () => {
    const named = async () => (await find({ type: "fax" }))[0]?.caller_phonebook_name;
    const [subscriber] = embedded(await api.list("customers", { id: customer_id }), "customers");
    expect(await named()).toBeNull();
    await api.create("resellerphonebookentries", { reseller_id: 2, name: "Of the reseller", number: other });
    expect(await named()).toBe("Of the reseller");
    await api.create("customerphonebookentries", {
      customer_id: Number(subscriber?.id),
      name: "Of the customer",
      number: other,
    });
    expect(await named()).toBe("Of the customer");
    await api.create("subscriberphonebookentries", { subscriber_id: line, name: "Own", number: other });
    expect((await find({ type: "fax" }))[0]).toMatchObject({
      caller_phonebook_name: "Own",
      callee_phonebook_name: null,
    });
  });
});
