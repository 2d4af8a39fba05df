import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { type Api, embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { writeTone } from "../../core/values/tone.ts";

/** Albion Voice. */
const ALBION = 2;
const sound = Buffer.from(writeTone({ hertz: 440, milliseconds: 20 }));

async function firstLine(of: Api): Promise<number> {
  const [line] = embedded(await of.list("subscribers", { rows: 1 }), "subscribers");
  return Number(line?.id);
}

/** Stores a recording as a recorder does, with one sound. */
async function record(values: WireRecord = {}): Promise<{ readonly id: number; readonly stream: number }> {
  const { kysely } = platform.database;
  const row: WireRecord = {
    callid: "abc@sip.example",
    status: "confirmed",
    caller: "441134960016",
    callee: "4930123456",
    ...values,
  };
  const { rows } = await sql<{ id: number }>`
    insert into callrecordings (callid, status, caller, callee, start_time, end_time, caller_subscriber_id,
      caller_reseller_id, callee_subscriber_id, callee_reseller_id)
    select ${row.callid}, ${row.status}, ${row.caller}, ${row.callee}, '2026-03-01T10:00:00Z', '2026-03-01T10:01:00Z',
      caller.id, caller.reseller_id, callee.id, callee.reseller_id
    from (select 1) as one left join subscribers as caller on caller.id = ${row.caller_subscriber_id ?? null}::integer
      left join subscribers as callee on callee.id = ${row.callee_subscriber_id ?? null}::integer
    returning id`.execute(kysely);
  const id = Number(rows[0]?.id);
  const streams = await sql<{ id: number }>`
    insert into callrecordingstreams (recording_id, type, format, transcript_status, sound, caller_reseller_id,
      callee_reseller_id)
    select id, 'mixed', 'wav', 'none', 'sha256-x', caller_reseller_id, callee_reseller_id
    from callrecordings where id = ${id} returning id`.execute(kysely);
  const stream = Number(streams.rows[0]?.id);
  await sql`insert into recordfiles (resource_name, resource_id, field, media_type, content)
    values ('callrecordingstreams', ${stream}, 'sound', 'audio/x-wav', ${sound})`.execute(kysely);
  return { id, stream };
}

const idsOf = async (of: Api, query: Record<string, string | number>) =>
  embedded(await of.list("callrecordings", { rows: 100, ...query }), "callrecordings").map(({ id }) => id);
const read = (of: Api, id: number) => of.read("callrecordings", id);
const remove = async (of: Api, id: number, query = "") =>
  (await of.request("DELETE", `/api/callrecordings/${id}${query}`)).status;
const play = (of: Api, stream: number) => of.request("GET", `/api/callrecordingfiles/${stream}`);
const journalOf = async (of: Api, id: number) =>
  embedded(await of.request("GET", `/api/callrecordings/${id}/journal/`), "journal");

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const albion = await platform.as("albion-voice");
const spreeklang = await platform.as("spreeklang");
/** A subscriber of each reseller. */
const [mine, theirs] = [await firstLine(albion), await firstLine(spreeklang)];

describe("a recording of two resellers", () => {
  let shared: Awaited<ReturnType<typeof record>>;
  beforeEach(async () => {
    shared = await record({ caller_subscriber_id: mine, callee_subscriber_id: theirs });
  });

  it("is seen by both, each with the own side only", async () => {
    expect((await read(api, shared.id)).body).toMatchObject({
      caller_subscriber_id: mine,
      callee_subscriber_id: theirs,
    });
    const seen = { caller: "441134960016", callee: "4930123456" };
    expect((await read(albion, shared.id)).body).toMatchObject({
      ...seen,
      caller_subscriber_id: mine,
      callee_subscriber_id: null,
    });
    expect((await read(spreeklang, shared.id)).body).toMatchObject({
      ...seen,
      caller_subscriber_id: null,
      callee_subscriber_id: theirs,
    });
    expect(await idsOf(albion, { subscriber_id: mine })).toContain(shared.id);
    expect(await idsOf(albion, { subscriber_id: theirs })).toEqual([]);
    const streams = embedded(
      await spreeklang.list("callrecordingstreams", { recording_id: shared.id }),
      "callrecordingstreams",
    );
    expect(streams).toMatchObject([{ id: shared.stream, type: "mixed", format: "wav" }]);
    expect(streams[0]).not.toHaveProperty("caller_reseller_id");
  });

  it("loses the share of the reseller that deletes it, and goes with the last one", async () => {
    expect(await remove(albion, shared.id)).toBe(204);
    expect((await read(albion, shared.id)).status).toBe(404);
    expect((await play(albion, shared.stream)).status).toBe(404);
    expect((await read(api, shared.id)).body).toMatchObject({
      caller_subscriber_id: null,
      callee_subscriber_id: theirs,
    });
    expect((await play(spreeklang, shared.stream)).status).toBe(200);
    expect(await remove(spreeklang, shared.id)).toBe(204);
    expect((await read(api, shared.id)).status).toBe(404);
    const left = await sql`select 1 from recordfiles where resource_name = 'callrecordingstreams'
      and resource_id = ${shared.stream}`.execute(platform.database.kysely);
    expect(left.rows).toEqual([]);
  });

  it("loses the share of the subscriber that is named", async () => {
    expect(await remove(api, shared.id, `?subscriber_id=${theirs}`)).toBe(204);
    expect((await read(spreeklang, shared.id)).status).toBe(404);
    expect((await read(albion, shared.id)).status).toBe(200);
    const unknown = await albion.request("DELETE", `/api/callrecordings/${shared.id}?subscriber_id=${theirs}`);
    expect(errorsOf(unknown)).toEqual(["/subscriber_id rules.reference"]);
    expect(await remove(albion, shared.id, `?subscriber_id=${mine}`)).toBe(204);
    expect((await read(api, shared.id)).status).toBe(404);
  });

  it("tells each reseller who of its own and of the platform's listened, and from where", async () => {
    const at = Date.now();
    for (const of of [albion, spreeklang, api]) expect((await play(of, shared.stream)).status).toBe(200);
    const [entry, ...others] = await journalOf(albion, shared.id);
    expect(entry).toMatchObject({
      operation: "listen",
      username: "albion-voice",
      changes: { stream: { after: shared.stream }, ip: { after: "127.0.0.1" } },
    });
    expect(Date.parse(String(entry?.timestamp)) - at).toBeLessThan(60_000);
    expect(others.map(({ username }) => username)).toEqual(["administrator"]);
    expect((await journalOf(api, shared.id)).map(({ username }) => username)).toEqual([
      "albion-voice",
      "spreeklang",
      "administrator",
    ]);
    // A share that the platform's own remove is not told to whom it does not belong.
    await remove(api, shared.id, `?subscriber_id=${theirs}`);
    expect((await journalOf(albion, shared.id)).at(-1)).toMatchObject({ operation: "update", changes: {} });
    expect((await journalOf(api, shared.id)).at(-1)).toMatchObject({
      changes: { callee_subscriber_id: { before: theirs, after: null } },
    });
  });
});

describe("a recording", () => {
  it("that still runs is seen by the platform's own only", async () => {
    const { id, stream } = await record({ status: "recording", caller_subscriber_id: mine });
    expect((await read(api, id)).status).toBe(200);
    expect((await read(albion, id)).status).toBe(404);
    expect((await play(albion, stream)).status).toBe(404);
    expect(await idsOf(albion, { status: "recording" })).toEqual([]);
    expect(await idsOf(api, { status: "recording" })).toContain(id);
    expect(await remove(albion, id)).toBe(404);
  });

  it("is found by Call-ID, numbers, reseller and time", async () => {
    const [{ id }, { id: leg }] = [
      await record({ callid: "find-me@sip.example", caller_subscriber_id: mine }),
      await record({ callid: "find-me@sip.example_b2b-1", callee_subscriber_id: mine }),
    ];
    expect(await idsOf(api, { call_id: "find-me*" })).toEqual([id, leg]);
    expect(await idsOf(api, { call_id: "find-me@sip.example" })).toEqual([id]);
    expect(await idsOf(api, { leg_of: "find-me@sip.example_b2b-1" })).toEqual([id, leg]);
    expect(await idsOf(api, { call_id: "find-me*", reseller_id: ALBION })).toEqual([id, leg]);
    expect(await idsOf(api, { call_id: "find-me*", start_time: "2026-03-01T10:00:00Z" })).toEqual([id, leg]);
    expect(await idsOf(api, { call_id: "find-me*", start_time: "2026-03-01T10:00:01Z" })).toEqual([]);
    expect(await idsOf(api, { call_id: "find-me*", end_time: "2026-03-01T10:00:59Z" })).toEqual([]);
    expect(await idsOf(api, { subscriber_id: 999_999 })).toEqual([]);
    expect((await api.request("GET", "/api/callrecordings/?tz=Moon/Sea")).status).toBe(422);
    const { body } = await api.request("GET", `/api/callrecordings/${id}?tz=Europe/Vienna`);
    expect(body).toMatchObject({ callid: "find-me@sip.example", start_time: "2026-03-01T11:00:00+01:00" });
  });

  it("whose file is lost is deleted only by force", async () => {
    const { id, stream } = await record({ caller_subscriber_id: mine });
    await sql`delete from recordfiles where resource_name = 'callrecordingstreams' and resource_id = ${stream}`.execute(
      platform.database.kysely,
    );
    const refused = await api.request("DELETE", `/api/callrecordings/${id}`);
    expect([refused.status, refused.body?.key]).toEqual([500, "errors.file_missing"]);
    expect((await read(api, id)).status).toBe(200);
    expect(await remove(api, id, "?force_delete=1")).toBe(204);
  });

  it("goes with its last subscriber", async () => {
    const [neighbour] = embedded(await api.list("subscribers", { username: "441134960016" }), "subscribers");
    const customer_id = Number(neighbour?.customer_id);
    const domain_id = await api.create("domains", { domain: "gone.example", reseller_id: ALBION });
    const primary_number = { cc: "44", ac: "113", sn: "4990001" };
    const subscriber = { customer_id, domain_id, username: "gone", password: "Pl3nty-strong", primary_number };
    const line = await api.create("subscribers", subscriber);
    const [alone, shared] = [
      await record({ caller_subscriber_id: line }),
      await record({ caller_subscriber_id: line, callee_subscriber_id: theirs }),
    ];
    // Its domain takes it along; a terminated one keeps what was recorded.
    expect((await api.request("DELETE", `/api/domains/${domain_id}`)).status).toBe(204);
    expect((await read(api, alone.id)).status).toBe(404);
    expect((await read(api, shared.id)).body).toMatchObject({
      caller_subscriber_id: null,
      callee_subscriber_id: theirs,
    });
  });
});

it("the sound of a recording is sent whole or in ranges, each noted, and HEAD is not", async () => {
  const { id, stream } = await record({ caller_subscriber_id: mine });
  const whole = await play(api, stream);
  expect(whole.headers["content-type"]).toBe("audio/x-wav");
  expect(whole.headers["content-disposition"]).toContain(`callrecordingstreams-${stream}.wav`);
  const path = `/api/callrecordingfiles/${stream}`;
  expect((await api.request("GET", path, undefined, { headers: { range: "bytes=4-" } })).status).toBe(206);
  await api.request("HEAD" as "GET", path);
  expect(await journalOf(api, id)).toHaveLength(2);
});
