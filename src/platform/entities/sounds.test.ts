import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeTone } from "../../core/tone.ts";
import { type Client, itemsOf, openTestPlatform, type Reply, type TestPlatform } from "../testPlatform.ts";

let platform: TestPlatform;
let master: Client;
let two: Client;
let three: Client;

beforeAll(async () => {
  platform = await openTestPlatform();
  [master, two, three] = await Promise.all([
    platform.as("master"),
    platform.as("resellerTwo"),
    platform.as("resellerThree"),
  ]);
});
afterAll(() => platform.close());

const tone = Buffer.from(writeTone({ hertz: 440, milliseconds: 20 }));
const idOf = (reply: Reply) => Number(String(reply.headers.location).split("/").at(-1));
let count = 0;

async function newSet(values: object = {}): Promise<number> {
  count += 1;
  const made = await master.send("POST", "/api/soundsets/", { name: `set ${count}`, reseller_id: 2, ...values });
  expect(made.status, made.text).toBe(201);
  return idOf(made);
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
  it.each([
    ["a parent of another reseller", { parent_id: 3 }, "/parent_id", "rules.business.otherReseller"],
    ["a parent that does not exist", { parent_id: 999 }, "/parent_id", "rules.reference"],
  ])("is refused with %s", async (_, values, pointer, key) => {
    const other = await newSet({ reseller_id: 3 });
    const parent_id = values.parent_id === 3 ? other : values.parent_id;
    const reply = await master.send("POST", "/api/soundsets/", { name: "n", reseller_id: 2, parent_id });
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ pointer, key }] } });
  });

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

  it("takes its files and the preferences that name it along", async () => {
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
  it("is given back as it came, and as WAV whatever is asked for", async () => {
    const id = idOf(await upload(await newSet()));
    const reply = await master.send("GET", `/api/soundfilerecordings/${id}?format=mp3`);
    expect(reply.headers["content-type"]).toBe("audio/x-wav");
    expect(reply.bytes.equals(tone)).toBe(true);
    expect((await recordingOf(id, two)).status).toBe(200);
    expect((await recordingOf(id, three)).status).toBe(404);
    expect((await recordingOf(999)).status).toBe(404);
  });

  it("is given in parts to who seeks in it", async () => {
    const id = idOf(await upload(await newSet()));
    const part = (range: string) => master.send("GET", `/api/soundfilerecordings/${id}`, undefined, { range });
    const some = await part("bytes=8-11");
    expect([some.status, some.text, some.headers["content-range"]]).toEqual([206, "WAVE", `bytes 8-11/${tone.length}`]);
    expect((await part(`bytes=${tone.length}-`)).headers["content-range"]).toBe(`bytes */${tone.length}`);
    expect(await part(`bytes=${tone.length}-`)).toMatchObject({ status: 416, body: { key: "errors.range_outside" } });
    const whole = await recordingOf(id);
    expect([whole.status, whole.headers["accept-ranges"]]).toEqual([200, "bytes"]);
  });

  it("takes the place of the one for the same handle; without a sound it clears it", async () => {
    const set = await newSet();
    const id = idOf(await upload(set));
    const louder = Buffer.from(writeTone({ hertz: 880, milliseconds: 20 }));
    expect(idOf(await upload(set, "music_on_hold", louder))).toBe(id);
    expect((await recordingOf(id)).bytes.equals(louder)).toBe(true);
    const cleared = await master.send("POST", "/api/soundfiles/", { set_id: set, handle: "music_on_hold" });
    expect([cleared.status, idOf(cleared)]).toEqual([201, id]);
    expect((await recordingOf(id)).status).toBe(404);
    expect(await filesOf(set)).toMatchObject([{ id, use_parent: true, loopplay: false }]);
  });

  it("may be the whole body, with the rest in the query", async () => {
    const set = await newSet();
    const query = `set_id=${set}&handle=queue_full&loopplay=true&use_parent=false&filename=full.wav`;
    const made = await master.send("POST", `/api/soundfiles/?${query}`, tone, { "content-type": "audio/wav" });
    expect(made.status, made.text).toBe(201);
    expect(await filesOf(set)).toMatchObject([{ handle: "queue_full", loopplay: true, filename: "full.wav" }]);
    expect((await recordingOf(idOf(made))).bytes.equals(tone)).toBe(true);
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

  it("is refused in the set of another reseller, and replaces nothing there", async () => {
    const set = await newSet();
    const id = idOf(await upload(set));
    expect(
      (await upload(set, "music_on_hold", Buffer.from(writeTone({ hertz: 1, milliseconds: 9 })), three)).status,
    ).toBe(422);
    expect((await recordingOf(id)).bytes.equals(tone)).toBe(true);
  });
});

it("handles of sounds are told by group", async () => {
  const handles = itemsOf(await two.send("GET", "/api/soundhandles/?group=music_on_hold"), "soundhandles");
  expect(handles).toMatchObject([{ handle: "music_on_hold", group: "music_on_hold" }]);
  expect(itemsOf(await two.send("GET", "/api/soundgroups/?name=pb*"), "soundgroups")).toMatchObject([{ name: "pbx" }]);
});
