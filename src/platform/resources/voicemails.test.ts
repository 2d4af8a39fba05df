import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { embedded } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import { toFileValue } from "../../core/validation/fileValue.ts";
import { writeTone } from "../../core/values/tone.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

const tone = Buffer.from(writeTone({ hertz: 440, milliseconds: 20 }));
const soundOf = (bytes: Buffer) => toFileValue({ type: "audio/x-wav", base64: bytes.toString("base64") });
const list = async (resource: string, query: Record<string, string | number>) =>
  embedded(await api.list(resource, query), resource);
const wav = { headers: { accept: "audio/x-wav" } };
const get = (path: string, options = {}) => api.request("GET", `/api/${path}`, undefined, options);

async function lineOf(username: string): Promise<number> {
  const [found] = await list("subscribers", { username });
  return Number(found?.id);
}

async function firstMessage() {
  const [found] = await list("voicemails", { rows: 1 });
  if (!found) throw new Error("the demonstration has no messages");
  return found;
}

describe("a greeting", () => {
  it("is returned as JSON or as audio, by the Accept header", async () => {
    const [greeting] = await list("voicemailgreetings", { rows: 1 });
    const path = `voicemailgreetings/${greeting?.id}`;
    expect((await get(path)).body).toMatchObject({ dir: greeting?.dir });
    expect((await get(path, { headers: { accept: "audio/x-wav, */*" } })).body).toMatchObject({ dir: greeting?.dir });
    expect((await get(path, wav)).headers["content-type"]).toBe("audio/x-wav");
    expect((await get(`${path}?format=ogg`, wav)).body).toMatchObject({ code: 400, key: "errors.file_format" });
    expect((await get("voicemailgreetings/999999", wav)).status).toBe(404);
  });

  it("is WAV only, and requires its audio", async () => {
    const subscriber_id = await lineOf("441134960017");
    const post = (greetingfile?: string) =>
      api.request("POST", "/api/voicemailgreetings/", { subscriber_id, dir: "temp", greetingfile });
    expect((await post(soundOf(Buffer.from("ID3 some mp3")))).body?.errors).toMatchObject([
      { pointer: "/greetingfile", key: "rules.file.type" },
    ]);
    expect((await post()).body?.errors).toMatchObject([{ pointer: "/greetingfile", rule: "required" }]);
    const id = await api.create("voicemailgreetings", { subscriber_id, dir: "temp", greetingfile: soundOf(tone) });
    const put = (greetingfile?: string) =>
      api.request("PUT", `/api/voicemailgreetings/${id}`, { subscriber_id, dir: "temp", greetingfile });
    expect((await put("#removed")).body?.errors).toMatchObject([{ pointer: "/greetingfile", rule: "required" }]);
    expect((await put()).status).toBe(204);
    expect((await get(`voicemailgreetings/${id}`, wav)).status).toBe(200);
  });
});

it("the file of a greeting is downloaded under its name, or a descriptive one", async () => {
  const { subscriber_id } = await firstMessage();
  const named = async (name: string | undefined) => {
    const greetingfile = toFileValue({ type: "audio/x-wav", name, base64: tone.toString("base64") });
    const id = await api.create("voicemailgreetings", { subscriber_id, dir: "greet", greetingfile });
    const { headers } = await get(`voicemailgreetings/${id}`, wav);
    await api.request("DELETE", `/api/voicemailgreetings/${id}`);
    return [headers["content-disposition"], id] as const;
  };
  expect((await named("Grüße.wav"))[0]).toContain("filename*=UTF-8''Gr%C3%BC%C3%9Fe.wav");
  expect((await named("holiday"))[0]).toContain("holiday.wav");
  const [disposition, id] = await named(undefined);
  expect(disposition).toContain(`voicemailgreetings-${id}.wav`);
});

describe("a message", () => {
  it("can be moved to another folder, and changed in no other way", async () => {
    const { id, caller, duration } = await firstMessage();
    const path = `/api/voicemails/${id}`;
    const replace = (path: string, value: unknown) => [{ op: "replace", path, value }];
    expect((await api.patch("voicemails", Number(id), replace("/folder", "Family"))).status).toBe(204);
    expect((await api.patch("voicemails", Number(id), replace("/folder", "Attic"))).status).toBe(422);
    expect((await api.request("PUT", path, { folder: "Work", caller: "somebody", duration: 1 })).status).toBe(204);
    expect((await get(`voicemails/${id}`)).body).toMatchObject({ folder: "Work", caller, duration });
    expect((await get(`voicemailrecordings/${id}`)).status).toBe(200);
  });

  it("is served as WAV only, also by name", async () => {
    const path = `voicemailrecordings/${(await firstMessage()).id}`;
    for (const query of ["", "?format=wav", "?format=WAV"]) {
      const { headers } = await get(`${path}${query}`);
      expect([headers["content-type"], headers["cache-control"]]).toEqual(["audio/x-wav", "no-store"]);
    }
    for (const format of ["mp3", "ogg", ""]) {
      expect((await get(`${path}?format=${format}`)).body).toMatchObject({ code: 400, key: "errors.file_format" });
    }
    // A reseller has many: they have no list.
    expect((await get("voicemailrecordings/?reseller_id=2")).body).toMatchObject({ key: "errors.unknown_path" });
  });

  it("is visible in its reseller only, and deleted with its recording", async () => {
    const { id, subscriber_id } = await firstMessage();
    const { rows } = await sql<{ login: string }>`
      select login from admins where is_active and role = 'reseller' and is_master and reseller_id not in
      (select reseller_id from subscribers where id = ${subscriber_id}) order by id limit 1`.execute(
      platform.database.kysely,
    );
    const stranger = await platform.as(rows[0]?.login ?? "");
    expect((await stranger.request("GET", `/api/voicemailrecordings/${id}`)).status).toBe(404);
    expect((await stranger.request("DELETE", `/api/voicemails/${id}`)).status).toBe(404);
    expect((await api.request("DELETE", `/api/voicemails/${id}`)).status).toBe(204);
    expect((await get(`voicemailrecordings/${id}`)).status).toBe(404);
    const left = await sql`select 1 from recordfiles where resource_name = 'voicemails' and resource_id = ${id}`;
    expect((await left.execute(platform.database.kysely)).rows).toEqual([]);
  });

  it("shows its time in any zone, and in its owner's", async () => {
    const { id, subscriber_id } = await firstMessage();
    await sql`update voicemails set time = '2026-01-02T03:04:05Z' where id = ${id}`.execute(platform.database.kysely);
    await sql`update contacts set timezone = 'America/St_Johns' where id = (select contact_id from customers
      where id = (select customer_id from subscribers where id = ${subscriber_id}))`.execute(platform.database.kysely);
    const timeIn = async (query: string) => (await get(`voicemails/${id}?${query}`)).body?.time;
    expect(await timeIn("")).toBe("2026-01-02T03:04:05Z");
    expect(await timeIn("tz=Europe/Vienna")).toBe("2026-01-02T04:04:05+01:00");
    expect(await timeIn("use_owner_tz=true&tz=Europe/Vienna")).toBe("2026-01-01T23:34:05-03:30");
    expect((await get("voicemails/?tz=Moon/Sea")).body).toMatchObject({ code: 422, errors: [{ pointer: "/tz" }] });
  });
});
