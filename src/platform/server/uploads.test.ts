import { createHash } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { toFileValue, toUploadValue } from "../../core/validation/fileValue.ts";
import { MEGABYTE } from "../../core/values/bytes.ts";
import { platformUntilEnd, type Reply } from "../../testing/platform.ts";
import { deleteExpired } from "../records/files/uploadStore.ts";

const HOUR = 60 * 60 * 1000;

let now = new Date("2026-02-03T04:05:06Z");
beforeEach(async () => {
  await deleteExpired(platform.database.kysely, new Date("2999-01-01T00:00:00Z"));
});

const idIn = ({ headers }: Reply) => Number(String(headers.location).split("/").at(-1));
const bytes = { "content-type": "application/offset+octet-stream" };
/** Bytes that say where they are, different for each seed. */
const contents = (size: number, seed: number) =>
  Buffer.from(Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8) + seed) & 0xff));
const hash = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

const wish = (size: number, rest: object = {}) => ({
  ...{ size, filename: "phone.bin", resource: "pbxdevicefirmwares", field: "data" },
  ...rest,
});

async function begin(size: number, client = master): Promise<string> {
  const { status, text, body } = await client.send("POST", "/api/uploads/", wish(size));
  expect(status, text).toBe(201);
  return String(body.id);
}

const send = (id: string, offset: number, content: Buffer, client = master) =>
  client.send("PATCH", `/api/uploads/${id}`, content, { ...bytes, "upload-offset": String(offset) });
const offsetOf = async (id: string, client = master) =>
  (await client.send("HEAD", `/api/uploads/${id}`)).headers["upload-offset"];
const store = (id: string, version = "1.0", client = master) =>
  client.send("POST", "/api/pbxdevicefirmwares/", {
    ...{ device_id: model, version, filename: "phone.bin" },
    data: toUploadValue(id),
  });

const fileRoom = { perAccount: 40 * MEGABYTE, total: 60 * MEGABYTE, leave: 0, folder: null };
const platform = await platformUntilEnd({ clock: () => now, fileRoom });
const [master, two] = await Promise.all([platform.as("master"), platform.as("resellerTwo")]);
const linerange = [{ name: "Keys", keys: [{ x: 1, y: 1 }] }];
const values = { reseller_id: 2, vendor: "Tessel", model: "D1", type: "phone", linerange };
const model = idIn(await master.send("POST", "/api/pbxdevicemodels/", values));

describe("an upload", () => {
  it("is sent in pieces of any size, and taken by a record", async () => {
    const content = contents(2 * MEGABYTE + 12_345, 1);
    const id = await begin(content.length);
    let offset = 0;
    for (const size of [10, MEGABYTE, 999_999, MEGABYTE]) {
      const piece = content.subarray(offset, offset + size);
      const reply = await send(id, offset, piece);
      offset += piece.length;
      expect([reply.status, Number(reply.headers["upload-offset"])], reply.text).toEqual([204, offset]);
    }
    const { headers } = await master.send("HEAD", `/api/uploads/${id}`);
    expect(headers).toMatchObject({ "upload-offset": `${content.length}`, "upload-length": `${content.length}` });
    const made = await store(id);
    expect(made.status, made.text).toBe(201);
    const loaded = await master.send("GET", `/api/pbxdevicefirmwarebinaries/${idIn(made)}`);
    expect(hash(loaded.bytes)).toBe(hash(content));
    // It is the record's now.
    expect((await master.send("GET", `/api/uploads/${id}`)).status).toBe(404);
    expect((await store(id)).body).toMatchObject({ errors: [{ pointer: "/data", key: "rules.file.upload" }] });
  });

  it("goes on where it broke off", async () => {
    const content = contents(3 * MEGABYTE, 2);
    const id = await begin(content.length);
    const address = await platform.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = platform.app.server.address() as AddressInfo;
    expect(address).toContain(String(port));
    const { body } = await platform.anonymous.send("POST", "/login_jwt", {
      username: "master",
      password: "Right-horse9",
    });
    const broken = httpRequest({
      ...{ port, host: "127.0.0.1", method: "PATCH", path: `/api/uploads/${id}` },
      headers: {
        ...bytes,
        authorization: `Bearer ${body.jwt}`,
        "upload-offset": "0",
        "content-length": content.length,
      },
    });
    const failed = once(broken, "error");
    broken.write(content.subarray(0, MEGABYTE + 5));
    // The first row is stored once it is full.
    await expect.poll(() => offsetOf(id)).toBe(String(MEGABYTE));
    broken.destroy(new Error("the cable"));
    await failed;
    await expect.poll(() => offsetOf(id)).toBe(String(MEGABYTE + 5));
    expect((await send(id, MEGABYTE + 5, content.subarray(MEGABYTE + 5))).status).toBe(204);
    const made = await store(id, "1.1");
    expect(made.status, made.text).toBe(201);
    const loaded = await master.send("GET", `/api/pbxdevicefirmwarebinaries/${idIn(made)}`);
    expect(hash(loaded.bytes)).toBe(hash(content));
  });

  it("does not mix with another one", async () => {
    const [first, second] = [contents(MEGABYTE + 9, 3), contents(MEGABYTE + 9, 4)];
    const [one, other] = [await begin(first.length), await begin(second.length)];
    for (const [from, to] of [
      [0, 500],
      [500, MEGABYTE],
      [MEGABYTE, MEGABYTE + 9],
    ] as const) {
      const replies = await Promise.all([
        send(one, from, first.subarray(from, to)),
        send(other, from, second.subarray(from, to)),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([204, 204]);
    }
    for (const [id, content] of [
      [one, first],
      [other, second],
    ] as const) {
      const { bytes: loaded } = await master.send(
        "GET",
        `/api/pbxdevicefirmwarebinaries/${idIn(await store(id, "2"))}`,
      );
      expect(hash(loaded)).toBe(hash(content));
    }
  });

  it("is refused at another offset, and by the slower of two requests", async () => {
    const content = contents(1000, 5);
    const id = await begin(1000);
    const early = await send(id, 7, content.subarray(7));
    expect(early).toMatchObject({ status: 409, body: { key: "errors.upload_offset" } });
    expect(early.headers["upload-offset"]).toBe("0");
    const both = await Promise.all([send(id, 0, content), send(id, 0, content)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await master.send("PATCH", `/api/uploads/${id}`, content, bytes)).status).toBe(400);
    const headers = { "upload-offset": "0", "content-type": "application/json" };
    expect((await master.send("PATCH", `/api/uploads/${id}`, "{}", headers)).status).toBe(415);
  });

  it("takes no more than was told, and no record takes less", async () => {
    const id = await begin(10);
    expect((await send(id, 0, contents(11, 6))).status).toBe(413);
    expect((await send(id, 0, contents(9, 6))).status).toBe(204);
    expect((await store(id)).body).toMatchObject({ errors: [{ pointer: "/data", key: "rules.file.upload" }] });
  });

  it("belongs to the account that began it", async () => {
    const id = await begin(4);
    const path = `/api/uploads/${id}`;
    expect((await two.send("GET", path)).status).toBe(404);
    expect((await two.send("HEAD", path)).status).toBe(404);
    expect((await send(id, 0, contents(4, 7), two)).status).toBe(404);
    expect((await two.send("DELETE", path)).status).toBe(404);
    expect((await platform.anonymous.send("GET", path)).status).toBe(401);
    await send(id, 0, contents(4, 7));
    expect((await store(id, "3", two)).body).toMatchObject({ errors: [{ key: "rules.file.upload" }] });
    expect((await master.send("GET", "/api/uploads/%00")).status).toBe(404);
  });

  it("can be cancelled", async () => {
    const id = await begin(4);
    await send(id, 0, contents(4, 8));
    expect((await master.send("DELETE", `/api/uploads/${id}`)).status).toBe(204);
    expect((await master.send("GET", `/api/uploads/${id}`)).status).toBe(404);
    const { kysely } = platform.database;
    const left = sql`select 1 from pg_class where relkind = 'r' and starts_with(relname, 'uploadchunks_')
      and relname not in (select chunks from uploads)`;
    expect((await left.execute(kysely)).rows).toEqual([]);
  });

  it("is one of four at most, unless one has been idle for an hour", async () => {
    const ids = [await begin(1), await begin(1), await begin(1), await begin(1)];
    const fifth = await master.send("POST", "/api/uploads/", wish(1));
    expect(fifth).toMatchObject({ status: 429, body: { key: "errors.too_many_uploads", params: { most: 4 } } });
    expect((await two.send("POST", "/api/uploads/", wish(1))).status).toBe(201);
    now = new Date(now.getTime() + HOUR);
    await begin(1);
    expect((await master.send("GET", `/api/uploads/${ids[0]}`)).status).toBe(404);
  });

  it("has room beside the account's other files, and beside all others, until one is removed", async () => {
    const ask = (megabytes: number, client = master) =>
      client.send("POST", "/api/uploads/", wish(megabytes * MEGABYTE));
    const refused = await ask(41);
    expect(refused).toMatchObject({ status: 413, body: { key: "errors.account_files_full", params: { most: 40 } } });
    const { left } = refused.body.params as { readonly left: number };
    expect(refused.body.message).toContain(`of which ${left} MB are left`);
    const whole = await ask(left);
    expect(whole.status).toBe(201);
    // All that an account sends counts, also a file within its record.
    const small = toFileValue({ type: "application/octet-stream", base64: contents(MEGABYTE, 3).toString("base64") });
    const device = { device_id: model, version: "3.0", filename: "phone.bin", data: small };
    const record = await master.send("POST", "/api/pbxdevicefirmwares/", device);
    expect(record).toMatchObject({ status: 413, body: { key: "errors.account_files_full", params: { left: 0 } } });
    const full = await ask(40, two);
    expect(full).toMatchObject({ status: 507, body: { key: "errors.files_full" } });
    expect(full.headers["retry-after"]).toBe("60");
    expect((await master.send("DELETE", `/api/uploads/${whole.body.id}`)).status).toBe(204);
    expect((await ask(40, two)).status).toBe(201);
  });

  it("expires after a day", async () => {
    const id = await begin(2);
    await send(id, 0, contents(1, 9));
    now = new Date(now.getTime() + 24 * HOUR);
    expect((await master.send("GET", `/api/uploads/${id}`)).status).toBe(404);
    await deleteExpired(platform.database.kysely, now);
    const left = await sql`select 1 from uploads where key = ${id}`.execute(platform.database.kysely);
    expect(left.rows).toEqual([]);
  });

  it.each([
    [{ resource: "domains" }, "/resource"],
    [{ field: "version" }, "/field"],
    [{ size: "much" }, "/size"],
    [{ size: 0 }, "/size"],
    [{ size: 700 * MEGABYTE }, "/size"],
  ])("is refused: %j", async (rest, pointer) => {
    const reply = await master.send("POST", "/api/uploads/", wish(1, rest));
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });

  it("is for those who may change what it is for", async () => {
    const clients = await Promise.all([platform.as("reader"), platform.as("care")]);
    for (const client of clients) expect((await client.send("POST", "/api/uploads/", wish(1))).status).toBe(403);
  });
});
