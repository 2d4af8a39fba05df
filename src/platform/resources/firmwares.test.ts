import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { toFileValue } from "../../core/validation/fileValue.ts";
import { MEGABYTE } from "../../core/values/bytes.ts";
import { platformUntilEnd, type Reply } from "../../testing/platform.ts";
import { createCustomer, createDeviceProfile, createModel } from "../../testing/records.ts";

const platform = await platformUntilEnd();
const master = await platform.as("master");

const octets = { "content-type": "application/octet-stream" };
const idIn = ({ headers }: Reply) => Number(String(headers.location).split("/").at(-1));

const model = () => createModel(master);

async function post(query: Readonly<Record<string, string | number>>, content: Buffer): Promise<Reply> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return master.send("POST", `/api/pbxdevicefirmwares/?${text}`, content, octets);
}

async function firmware(device_id: number, version: string, tag?: string): Promise<number> {
  const reply = await post(
    { device_id, version, filename: `${version}.bin`, ...(tag ? { tag } : {}) },
    Buffer.from(version),
  );
  expect(reply.status, reply.text).toBe(201);
  return idIn(reply);
}

const binary = (id: number, headers: Readonly<Record<string, string>> = {}) =>
  master.send("GET", `/api/pbxdevicefirmwarebinaries/${id}`, undefined, headers);
const rowsLeft = async () => {
  const { kysely } = platform.database;
  const counts = sql<{ files: number; chunks: number }>`select (select count(*)::integer from uploads) as files,
    (select count(*)::integer from pg_class where relkind = 'r' and starts_with(relname, 'uploadchunks_')) as chunks`;
  return (await counts.execute(kysely)).rows[0];
};

describe("a firmware", () => {
  it("is the body of a request, with the other fields in its query", async () => {
    const content = Buffer.alloc(MEGABYTE + 3, "abc");
    const device_id = await model();
    const made = await post({ device_id, version: "1.0", filename: "Gerät 1.bin", tag: "stable" }, content);
    expect(made.status, made.text).toBe(201);
    const id = idIn(made);
    const { body } = await master.send("GET", `/api/pbxdevicefirmwares/${id}`);
    expect(body).toMatchObject({ device_id, version: "1.0", filename: "Gerät 1.bin", tag: "stable" });
    expect(body).not.toHaveProperty("data");
    const { headers, bytes } = await binary(id);
    expect(bytes.equals(content)).toBe(true);
    expect(headers).toMatchObject({
      ...{ "content-type": "application/octet-stream", "content-length": String(content.length) },
      "content-disposition": expect.stringContaining("filename*=UTF-8''Ger%C3%A4t%201.bin"),
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  it("is replaced by PUT with another file, and keeps its file without one", async () => {
    const device_id = await model();
    const id = await firmware(device_id, "1");
    const path = `/api/pbxdevicefirmwares/${id}`;
    const before = (await binary(id)).headers.etag;
    const values = { device_id, version: "1.1", filename: "other.bin" };
    expect((await master.send("PUT", path, values)).status).toBe(204);
    expect((await master.send("PATCH", path, [{ op: "replace", path: "/tag", value: "t" }])).status).toBe(204);
    const kept = await binary(id);
    expect([kept.text, kept.headers.etag]).toEqual(["1", before]);
    expect(kept.headers["content-disposition"]).toContain('filename="other.bin"');
    const query = new URLSearchParams({ ...values, device_id: String(device_id) });
    expect((await master.send("PUT", `${path}?${query}`, Buffer.from("two"), octets)).status).toBe(204);
    const replaced = await binary(id);
    expect([replaced.text, replaced.headers.etag === before]).toEqual(["two", false]);
    const data = toFileValue({ type: "application/octet-stream", base64: btoa("three") });
    expect((await master.send("PUT", path, { ...values, data })).status).toBe(204);
    expect((await binary(id)).text).toBe("three");
  });

  it("leaves nothing of a file that is refused, replaced or deleted", async () => {
    const before = await rowsLeft();
    const device_id = await model();
    expect((await post({ device_id, version: "1" }, Buffer.from("a"))).status).toBe(422);
    expect((await post({ device_id: 999_999, version: "1", filename: "a" }, Buffer.from("a"))).status).toBe(422);
    expect((await post({ device_id, version: "1", filename: "a" }, Buffer.alloc(0))).status).toBe(400);
    expect(await rowsLeft()).toEqual(before);
    await firmware(device_id, "1");
    const second = await firmware(device_id, "2");
    expect((await master.send("DELETE", `/api/pbxdevicefirmwares/${second}`)).status).toBe(204);
    expect((await master.send("DELETE", `/api/pbxdevicemodels/${device_id}`)).status).toBe(204);
    expect(await rowsLeft()).toEqual(before);
  });

  it("is only read for those who may store it", async () => {
    const before = await rowsLeft();
    const query = new URLSearchParams({ device_id: "1", version: "1", filename: "a" });
    for (const client of [await platform.as("reader"), platform.anonymous]) {
      const reply = await client.send("POST", `/api/pbxdevicefirmwares/?${query}`, Buffer.from("a"), octets);
      expect(reply.status).toBe(client === platform.anonymous ? 401 : 403);
    }
    const tooLong = { ...octets, "content-length": String(641 * MEGABYTE) };
    const reply = await master.send("POST", `/api/pbxdevicefirmwares/?${query}`, Buffer.from("a"), tooLong);
    expect(reply.status).toBe(413);
    expect(await rowsLeft()).toEqual(before);
  });
});

describe("a range of a firmware", () => {
  const content = Buffer.from(Array.from({ length: 2 * MEGABYTE + 10 }, (_, at) => (at >> 4) & 0xff));
  const size = content.length;
  let id: number;
  beforeAll(async () => {
    id = idIn(await post({ device_id: await model(), version: "1", filename: "a.bin" }, content));
  });

  it.each([
    ["bytes=0-9", 0, 9],
    [`bytes=${MEGABYTE - 1}-${MEGABYTE}`, MEGABYTE - 1, MEGABYTE],
    [`bytes=${MEGABYTE}-${2 * MEGABYTE - 1}`, MEGABYTE, 2 * MEGABYTE - 1],
    [`bytes=${2 * MEGABYTE}-`, 2 * MEGABYTE, size - 1],
    ["bytes=-3", size - 3, size - 1],
    ["bytes=5-99999999", 5, size - 1],
  ])("%s", async (range, from, to) => {
    const { status, headers, bytes } = await binary(id, { range });
    expect([status, headers["content-range"]]).toEqual([206, `bytes ${from}-${to}/${size}`]);
    expect(headers["content-length"]).toBe(String(to + 1 - from));
    expect(bytes.equals(content.subarray(from, to + 1))).toBe(true);
  });

  it("is refused beyond its end, and only sent of the file that was meant", async () => {
    const outside = await binary(id, { range: `bytes=${size}-` });
    expect([outside.status, outside.headers["content-range"]]).toEqual([416, `bytes */${size}`]);
    const etag = String((await binary(id, { range: "bytes=0-0" })).headers.etag);
    expect((await binary(id, { range: "bytes=0-0", "if-range": etag })).status).toBe(206);
    expect((await binary(id, { range: "bytes=0-0", "if-range": '"other"' })).status).toBe(200);
    const head = await master.send("HEAD", `/api/pbxdevicefirmwarebinaries/${id}`);
    expect([head.status, head.headers["content-length"], head.bytes.length]).toEqual([200, String(size), 0]);
  });
});

describe("phones", () => {
  const base = "/device/autoprov/firmware";
  let identifier: string;
  beforeAll(async () => {
    const device_id = await model();
    const profile_id = await createDeviceProfile(master, device_id);
    const customer_id = await createCustomer(master, { type: "pbxaccount" });
    identifier = "00:50:C2:12:34:56";
    await master.create("pbxdevices", { identifier, customer_id, profile_id, station_name: "Desk", lines: [] });
    for (const [version, tag] of [
      ["9.2"],
      ["10.0", "stable"],
      ["10.1"],
      ["9.10", "stable"],
      ["11.0", "beta"],
    ] as const) {
      await firmware(device_id, version, tag);
    }
    await firmware(await model(), "12.0");
  });

  const ask = (path: string, id = "0050c2123456") => platform.anonymous.send("GET", `${base}/${id}${path}`);

  it.each([
    ["/version/10.1", "10.1"],
    ["/version/beta", "11.0"],
    ["/version/stable", "10.0"],
    ["/from/9.2/next", "9.10"],
    ["/from/9.10/next", "10.0"],
    ["/from/9.10/next/beta", "11.0"],
    ["/from/9.10/next?q=10.1", "10.1"],
    ["/from/9.2/latest", "11.0"],
    ["/from/9.2/latest/stable", "10.0"],
    ["/from/9.2/latest?q=10.", "10.1"],
  ])("get what they ask for at %s", async (path, version) => {
    const { status, text, headers } = await ask(path);
    expect([status, text]).toEqual([200, version]);
    expect(headers["content-disposition"]).toContain(`filename="${version}.bin"`);
  });

  it.each(["/version/8", "/from/11.0/next", "/from/11.0/latest", "/from/10.0/latest/stable", "/from/1/next?q=7"])(
    "are told that there is nothing newer at %s",
    async (path) => {
      const { status, text, headers } = await ask(path);
      expect([status, headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
      expect(text).toMatch(/^404 - .*latest/);
    },
  );

  it("may spell their name as they like, but have to have one", async () => {
    for (const id of [identifier, "0050C2123456", "0050c2123456=0"]) {
      expect((await ask("/version/10.0", encodeURIComponent(id))).text, id).toBe("10.0");
    }
    for (const id of ["0050c2999999", "%00"]) {
      const { status, text } = await ask("/version/10.0", id);
      expect([status, text]).toEqual([404, "404 - No device is known by this name\n"]);
    }
  });

  it("load a range of it", async () => {
    const headers = { range: "bytes=1-2" };
    const reply = await platform.anonymous.send("GET", `${base}/0050c2123456/version/10.0`, undefined, headers);
    expect([reply.status, reply.text]).toEqual([206, "0."]);
  });
});
