import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { Api, embedded, idFromLocation } from "../../../tests/support/api.ts";
import { describeEngines } from "../../../tests/support/engines.ts";
import { World } from "../../../tests/support/world.ts";
import type { Json } from "../../core/schema/descriptor.ts";
import { toFileValue } from "../../core/validation/fileValue.ts";
import { writeTone } from "../../core/values/tone.ts";
import { itemsOf, openTestPlatform, platformUntilEnd, testPassword } from "../../testing/platform.ts";

const platform = await platformUntilEnd();
const [master, two, three] = await Promise.all([
  platform.as("master"),
  platform.as("resellerTwo"),
  platform.as("resellerThree"),
]);

const tone = Buffer.from(writeTone({ hertz: 440, milliseconds: 20 }));
const toneValue = (name: string) => toFileValue({ type: "audio/x-wav", name, base64: tone.toString("base64") });
let count = 0;

async function newSet(values: object = {}): Promise<number> {
  count += 1;
  const made = await master.send("POST", "/api/soundsets/", { name: `set ${count}`, reseller_id: 2, ...values });
  expect(made.status, made.text).toBe(201);
  return idFromLocation(made);
}

async function inParts(json: object, file: Buffer): Promise<[Buffer, Record<string, string>]> {
  const form = new FormData();
  form.append("json", JSON.stringify(json));
  form.append("soundfile", new File([new Uint8Array(file)], "hello.wav", { type: "audio/x-wav" }));
  const request = new Request("http://localhost", { method: "POST", body: form });
  return [Buffer.from(await request.arrayBuffer()), { "content-type": request.headers.get("content-type") ?? "" }];
}

const filesOf = async (set: number) =>
  itemsOf(await master.send("GET", `/api/soundfiles/?set_id=${set}`), "soundfiles");
const recordingOf = (id: number, client = master) => client.send("GET", `/api/soundfilerecordings/${id}`);
const upload = async (set: number, handle = "music_on_hold", file = tone, client = master) =>
  client.send("POST", "/api/soundfiles/", ...(await inParts({ set_id: set, handle, use_parent: false }, file)));

describe("a sound set", () => {
  it("is not among its own parents, however far up", async () => {
    const top = await newSet();
    const middle = await newSet({ parent_id: top });
    const bottom = await newSet({ parent_id: middle });
    const patch = (id: number) =>
      master.send("PATCH", `/api/soundsets/${top}`, [{ op: "replace", path: "/parent_id", value: id }]);
    const loop = { status: 422, body: { errors: [{ pointer: "/parent_id", key: "rules.business.parentLoop" }] } };
    expect(await patch(bottom)).toMatchObject(loop);
    expect(await patch(top)).toMatchObject(loop);
    expect((await patch(await newSet())).status).toBe(204);
    const { name } = (await master.send("GET", `/api/soundsets/${top}`)).body;
    expect((await master.send("GET", `/api/soundsets/${middle}`)).body).toMatchObject({ parent_name: name });
  });

  it("is deleted with its files and cleared from preferences", async () => {
    const set = await newSet();
    await upload(set);
    const kysely = platform.database.kysely;
    const owner = { owner_kind: "dom", owner_id: 1, attribute: "sound_set", target_id: set };
    await kysely.insertInto("preferences").values(owner).execute();
    expect((await master.send("DELETE", `/api/soundsets/${set}`)).status).toBe(204);
    expect(await filesOf(set)).toEqual([]);
    expect(await kysely.selectFrom("preferences").selectAll().where("target_id", "=", set).execute()).toEqual([]);
    expect(await kysely.selectFrom("recordfiles").selectAll().execute()).toEqual([]);
  });
});

describe("a sound file", () => {
  it("is returned as uploaded, as WAV in any requested format", async () => {
    const id = idFromLocation(await upload(await newSet()));
    const reply = await master.send("GET", `/api/soundfilerecordings/${id}?format=mp3`);
    expect(reply.headers["content-type"]).toBe("audio/x-wav");
    expect(reply.bytes.equals(tone)).toBe(true);
    expect((await recordingOf(id, two)).status).toBe(200);
    expect((await recordingOf(id, three)).status).toBe(404);
    expect((await recordingOf(999)).status).toBe(404);
  });

  it("replaces the one for the same handle; without a sound it clears it", async () => {
    const set = await newSet();
    const id = idFromLocation(await upload(set));
    const louder = Buffer.from(writeTone({ hertz: 880, milliseconds: 20 }));
    expect(idFromLocation(await upload(set, "music_on_hold", louder))).toBe(id);
    expect((await recordingOf(id)).bytes.equals(louder)).toBe(true);
    const cleared = await master.send("POST", "/api/soundfiles/", { set_id: set, handle: "music_on_hold" });
    expect([cleared.status, idFromLocation(cleared)]).toEqual([201, id]);
    expect((await recordingOf(id)).status).toBe(404);
    expect(await filesOf(set)).toMatchObject([{ id, use_parent: true, loopplay: false }]);
  });

  it("may be a raw body, with the other fields in the query", async () => {
    const set = await newSet();
    const query = `set_id=${set}&handle=queue_full&loopplay=true&use_parent=false&filename=full.wav`;
    const made = await master.send("POST", `/api/soundfiles/?${query}`, tone, { "content-type": "audio/wav" });
    expect(made.status, made.text).toBe(201);
    expect(await filesOf(set)).toMatchObject([{ handle: "queue_full", loopplay: true, filename: "full.wav" }]);
    expect((await recordingOf(idFromLocation(made))).bytes.equals(tone)).toBe(true);
  });

  it.each([
    ["what is no WAV", "music_on_hold", Buffer.from("ID3 some mp3"), "/soundfile", "rules.file.type"],
    ["a film in a RIFF file", "music_on_hold", Buffer.from("RIFF....AVI LIST"), "/soundfile", "rules.file.type"],
    ["an unknown handle", "elevator", tone, "/handle", "rules.business.soundHandleUnknown"],
  ])("is refused: %s", async (_, handle, file, pointer, key) => {
    const set = await newSet();
    expect(await upload(set, handle, file)).toMatchObject({ status: 422, body: { errors: [{ pointer, key }] } });
    expect(await filesOf(set)).toEqual([]);
  });
});

it("handles exist for calling cards and for voucher recharge", async () => {
  const groups = itemsOf(await two.send("GET", "/api/soundgroups/?rows=50"), "soundgroups").map(({ name }) => name);
  expect(groups).toEqual(expect.arrayContaining(["calling_card", "voucher_recharge"]));
  for (const group of ["calling_card", "voucher_recharge"]) {
    const found = itemsOf(await two.send("GET", `/api/soundhandles/?group=${group}`), "soundhandles");
    expect(found.length).toBeGreaterThan(0);
    const [first] = found;
    expect((await upload(await newSet(), String(first?.handle))).status).toBe(201);
  }
});

describe("default sounds", () => {
  describeEngines((open) => {
    it("fill missing ones, or replace all", async () => {
      const { app } = await openTestPlatform({}, undefined, await open("tables"));
      const api = await Api.login(app, "master", testPassword);
      const handles = Number((await api.list("soundhandles", { rows: 1 })).body?.total_count);
      const given = { name: "Loaded", reseller_id: 2, copy_from_default: true, language: "de", loopplay: true };
      const set = await api.create("soundsets", given);
      const filesIn = async (id: number) =>
        embedded(await api.list("soundfiles", { set_id: id, rows: 500 }), "soundfiles");
      const loaded = await filesIn(set);
      expect(loaded).toHaveLength(handles);
      expect(loaded.find(({ handle }) => handle === "queue_full")).toMatchObject({
        filename: "queue_full.wav",
        loopplay: true,
        use_parent: false,
      });
      const heard = await api.request("GET", `/api/soundfilerecordings/${loaded[0]?.id}`);
      expect(heard.headers["content-disposition"]).toContain(`${loaded[0]?.handle}.wav`);
      expect(heard.text).toMatch(/^RIFF/);

      const own = await api.create("soundsets", { name: "Own", reseller_id: 2 });
      const sound = { set_id: own, handle: "queue_full", soundfile: toneValue("own.wav"), use_parent: false };
      await api.create("soundfiles", sound);
      await api.create("soundfiles", { set_id: own, handle: "aa_for" });
      const nameOf = async (wanted: string) => (await filesIn(own)).find(({ handle }) => handle === wanted)?.filename;
      expect(await filesIn(own)).toHaveLength(2);
      const load = (values: object) =>
        api.request("PUT", `/api/soundsets/${own}`, {
          name: "Own",
          reseller_id: 2,
          copy_from_default: true,
          ...values,
        });
      expect((await load({})).status).toBe(204);
      expect(await filesIn(own)).toHaveLength(handles);
      expect([await nameOf("queue_full"), await nameOf("aa_for")]).toEqual(["own.wav", "aa_for.wav"]);
      const patch = ["copy_from_default", "replace_existing"].map((name) => ({
        op: "replace",
        path: `/${name}`,
        value: true,
      }));
      expect((await api.patch("soundsets", own, patch)).status).toBe(204);
      expect(await filesIn(own)).toHaveLength(handles);
      expect(await nameOf("queue_full")).toBe("queue_full.wav");
      const wrong = await load({ language: "tlh" });
      expect(wrong.body?.errors).toMatchObject([{ pointer: "/language", rule: "enum" }]);
      expect((await api.read("soundsets", own)).body).not.toHaveProperty("copy_from_default");
      await app.close();
    });
  });
});

describe("a customer's default sound set", () => {
  describeEngines((open) => {
    it("applies to its present and future subscribers, until changed, unset or deleted", async () => {
      const { app, database } = await openTestPlatform({}, undefined, await open("tables"));
      const api = await Api.login(app, "master", testPassword);
      const world = new World(api, 2);
      const [customer, stranger] = [await world.make("customers"), await world.make("customers")];
      const make = (customer_id: number) => world.make("subscribers", { customer_id });
      const [first, second, foreign] = [await make(customer), await make(customer), await make(stranger)];
      const makeSet = (name: string, contract_default = false) =>
        api.create("soundsets", { reseller_id: 2, customer_id: customer, name, contract_default });
      const setOf = async (id: number) =>
        (await api.request("GET", `/api/subscriberpreferences/${id}`)).body?.contract_sound_set;
      const setsOf = (...ids: number[]) => Promise.all(ids.map(setOf));
      const patch = (id: number, field: string, value: unknown) =>
        api.request("PATCH", `/api/soundsets/${id}`, [{ op: "replace", path: `/${field}`, value }]);

      const jazz = await makeSet("jazz", true);
      expect(await setsOf(first, second, foreign)).toEqual(["jazz", "jazz", undefined]);
      const third = await make(customer);
      expect(await setOf(third)).toBe("jazz");

      // Subscribers with another one keep it.
      await makeSet("own");
      const own = [{ op: "replace", path: "/contract_sound_set", value: "own" }];
      expect((await api.request("PATCH", `/api/subscriberpreferences/${second}`, own)).status).toBe(204);
      const blues = await makeSet("blues", true);
      expect(await setsOf(first, second, third)).toEqual(["blues", "own", "blues"]);
      expect((await api.read("soundsets", jazz)).body?.contract_default).toBe(false);

      expect((await patch(blues, "contract_default", false)).status).toBe(204);
      expect(await setsOf(first, second, third)).toEqual([undefined, "own", undefined]);
      expect((await patch(blues, "contract_default", true)).status).toBe(204);
      expect((await patch(blues, "customer_id", stranger)).status).toBe(204);
      expect(await setsOf(first, foreign)).toEqual([undefined, "blues"]);
      expect((await api.request("DELETE", `/api/soundsets/${blues}`)).status).toBe(204);
      expect(await setOf(foreign)).toBeUndefined();

      const { rows } = await sql<{ changes: Json }>`select changes from journals
        where resource_name = 'subscriberpreferences' and resource_id in (${first}, ${foreign})
        order by resource_id, id`.execute(database.kysely);
      const names = (...values: (string | null)[]) =>
        values.slice(1).map((after, index) => ({ contract_sound_set: { before: values[index], after } }));
      expect(rows.map(({ changes }) => changes)).toEqual([
        ...names(null, "jazz", "blues", null, "blues", null),
        ...names(null, "blues", null),
      ]);
      await app.close();
    });
  });
});
