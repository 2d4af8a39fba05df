import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { openTestPlatform, platformUntilEnd } from "../../testing/platform.ts";

const platform = await platformUntilEnd({ bodyLimit: 100_000 });
const master = await platform.as("master");

const domain = { reseller_id: 2, domain: "bodies.example" };
const post = (body: unknown, headers?: Record<string, string>) => master.send("POST", "/api/domains/", body, headers);

describe("bodies", () => {
  it("ignores brackets inside strings", async () => {
    const reply = await post({ ...domain, domain: `"${"[".repeat(99)}` });
    expect(reply.status).toBe(422);
  });

  it("refuses one with too many keys and entries, before parsing it", async () => {
    const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`)}}`;
    const roomy = await openTestPlatform();
    const caller = await roomy.as("master");
    const reply = await caller.send("POST", "/api/domains/", keys(100_001));
    expect(reply.body).toMatchObject({ code: 413, key: "errors.too_many_members", params: { limit: 100_000 } });
    const entries = `{"domain":[${"1,".repeat(100_000)}1]}`;
    expect((await caller.send("POST", "/api/domains/", entries)).status).toBe(413);
    expect((await caller.send("POST", "/api/domains/", keys(5_000))).status).toBe(422);
    await roomy.close();
  });

  it("takes a charset with the type", async () => {
    const type = { "content-type": "application/json" };
    expect((await post({ ...domain, domain: "charset.example" }, type)).status).toBe(201);
  });

  it("responds 413 to an oversized one, even to a client that sends all of it first", async () => {
    const address = await platform.app.listen({ port: 0, host: "127.0.0.1" });
    const login = await platform.anonymous.send("POST", "/login_jwt", { username: "master", password: "Right-horse9" });
    const response = await fetch(`${address}/api/domains/`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${login.body.jwt}` },
      body: JSON.stringify({ domain: "x".repeat(1_000_000) }),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 413 });
  });
});

describe("who has not logged in", () => {
  const nobody = (url: string, body: string, headers?: Record<string, string>) =>
    platform.anonymous.send("POST", url, body, headers);

  it.each(["/login_jwt", "/api/passwordreset/", "/api/passwordrecovery/", "/api/passwordchange/"])(
    "sends a few KB and few keys to %s",
    async (url) => {
      const long = await nobody(url, JSON.stringify({ username: "x".repeat(10_000) }));
      expect(long.body).toMatchObject({ code: 413, key: "errors.payload_too_large" });
      const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 200 }, (_, key) => [`k${key}`, 1])));
      expect((await nobody(url, keys)).body).toMatchObject({ code: 413, key: "errors.too_many_members" });
    },
  );

  it("is not read when no route needs it", async () => {
    expect((await nobody("/no/such/address", "{")).status).toBe(404);
    expect((await nobody("/api/domains/", "{")).status).toBe(401);
  });

  it("is rate-limited before its body is read", async () => {
    const limited = await openTestPlatform({ publicRequests: 3 });
    const status = async () => (await limited.anonymous.send("POST", "/login_jwt", "{")).status;
    expect([await status(), await status(), await status(), await status()]).toEqual([400, 400, 400, 429]);
    await limited.close();
  });

  it("times out when a body trickles in, byte after byte", async () => {
    const impatient = await openTestPlatform({ requestTimeout: 200 });
    await impatient.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = impatient.app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    socket.write(
      "POST /login_jwt HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
    );
    const drip = setInterval(() => socket.writable && socket.write(" "), 20);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
    await impatient.close();
  });
});

describe("a request with a method override", () => {
  const send = (url: string, method: string, body: unknown, type = "application/json", client = master) =>
    client.send("POST", url, body, { "content-type": type, "x-http-method-override": method });

  it.each(["x-http-method-override", "x-http-method", "x-method-override", "x-tunneled-method"])(
    "is that by %s, whatever it was sent as",
    async (header) => {
      const { headers } = await post({ ...domain, domain: `${header}.example` });
      const url = String(headers.location);
      expect((await master.send("DELETE", url, undefined, { [header]: "GET" })).status).toBe(200);
      expect((await master.send("DELETE", url, undefined, { [header]: "head" })).status).toBe(200);
      expect((await master.send("GET", url, undefined, { [header]: "delete" })).status).toBe(204);
      expect((await master.send("GET", url)).status).toBe(404);
    },
  );

  it("is checked as the overriding method", async () => {
    const patch = [{ op: "replace", path: "/name", value: "overridden" }];
    const type = "application/json-patch+json";
    expect((await send("/api/resellers/2", "PATCH", patch)).status).toBe(415);
    expect((await send("/api/resellers/2", "PATCH", patch, type)).status).toBe(204);
    expect((await master.send("GET", "/api/resellers/2")).body).toMatchObject({ name: "overridden" });
    const reader = await platform.as("reader");
    expect((await send("/api/resellers/2", "PATCH", patch, type, reader)).status).toBe(403);
    expect((await reader.send("GET", "/api/domains/1", undefined, { "x-http-method": "DELETE" })).status).toBe(403);
    expect((await send("/api/resellers/2", "PATCH", patch, type, platform.anonymous)).status).toBe(401);
  });

  it.each([
    ["GET", "PUT"],
    ["GET", "PATCH"],
    ["GET", "DELETE"],
    ["POST", "DELETE"],
    ["PUT", "PUT"],
    ["DELETE", "PATCH"],
  ] as const)("on a collection, sent as %s, is answered as %s there", async (sent, method) => {
    const overridden = await master.send(sent, "/api/domains/", {}, { "x-http-method-override": method });
    const plain = await master.send(method, "/api/domains/", {});
    expect([overridden.status, overridden.body]).toEqual([plain.status, plain.body]);
    expect(plain.body).toMatchObject({ code: 404, key: "errors.unknown_path" });
  });

  it("is executed as nothing when its headers name no method, or two", async () => {
    const { headers } = await post({ ...domain, domain: "kept.example" });
    const url = String(headers.location);
    const overrides: Record<string, string>[] = [
      { "x-http-method-override": "BREW" },
      { "x-http-method-override": "" },
      { "x-http-method-override": "DELETE", "x-http-method": "GET" },
    ];
    for (const override of overrides)
      expect((await master.send("DELETE", url, undefined, override)).status, JSON.stringify(override)).toBe(404);
    expect((await master.send("GET", url)).status).toBe(200);
  });
});

it("forbids caching of data", async () => {
  const urls = ["/api/domains/", "/api/resellers/2", "/api/platforminfo", "/api/", "/reseller/ajax", "/api/nothing/"];
  for (const url of urls) expect((await master.send("GET", url)).headers["cache-control"], url).toBe("no-store");
  for (const [url, accept] of [
    ["/api/domains/?format=csv", "*/*"],
    ["/api/lnpnumbers/", "text/csv"],
  ] as const) {
    const { headers } = await master.send("GET", url, undefined, { accept });
    expect(headers["content-type"], url).toContain("text/csv");
    expect(headers["cache-control"], url).toBe("no-store");
  }
  const login = await platform.anonymous.send("POST", "/login_jwt", { username: "master", password: "Right-horse9" });
  expect(login.headers["cache-control"]).toBe("no-store");
});

it("ignores an empty X-View-As", async () => {
  expect((await master.send("GET", "/api/domains/", undefined, { "x-view-as": "" })).status).toBe(200);
});

it("responds 507 on a full disk, and keeps its data", async () => {
  const { kysely } = platform.database;
  await sql`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(kysely);
  await sql`create trigger no_room before insert on domains execute function no_room()`.execute(kysely);
  const reply = await post({ ...domain, domain: "full.example" });
  await sql`drop function no_room cascade`.execute(kysely);
  expect(reply.body).toMatchObject({ code: 507, key: "errors.storage_full" });
  expect((await post({ ...domain, domain: "full.example" })).status).toBe(201);
});

describe("paths", () => {
  it.each(["/api/resellers/2/", "/api//resellers//2", "//api/resellers/2", "/api/resellers/2/?a=//"])(
    "recognises an item by %s",
    async (url) => {
      expect((await master.send("GET", url)).body).toMatchObject({ id: 2 });
    },
  );

  it("redirects a collection without trailing slash, query included", async () => {
    const reply = await master.send("GET", "/api/domains?page=2");
    expect(reply.status).toBe(301);
    expect(reply.headers).toMatchObject({
      location: "/api/domains/?page=2",
      "content-type": "text/html; charset=utf-8",
    });
  });

  it.each([
    ["/api/domains/", "GET, HEAD, POST, OPTIONS", "GET, HEAD, OPTIONS"],
    ["/api/resellers/2", "GET, HEAD, PUT, PATCH, OPTIONS", "GET, HEAD, OPTIONS"],
    ["/api/resellers/2/journal/", "GET, HEAD, OPTIONS", "GET, HEAD, OPTIONS"],
    ["/api/subscriberpreferences/1", "GET, HEAD, PUT, PATCH, OPTIONS", "GET, HEAD, OPTIONS"],
    ["/api/subscriberpreferencedefs/", "GET, HEAD, OPTIONS", "GET, HEAD, OPTIONS"],
    ["/api/capabilities/1", "GET, HEAD, OPTIONS", "GET, HEAD, OPTIONS"],
    ["/api/bannedips/192.0.2.1", "GET, HEAD, DELETE, OPTIONS", "GET, HEAD, OPTIONS"],
    ["/api/admincerts/", "GET, HEAD, POST, OPTIONS", "GET, HEAD, POST, OPTIONS"],
    ["/api/passwordchange/", "POST, OPTIONS", "POST, OPTIONS"],
    ["/api/platforminfo", "GET, HEAD, OPTIONS", "GET, HEAD, OPTIONS"],
    ["/api/rewriterulesets/1/clone", "POST, OPTIONS", "OPTIONS"],
  ])("says what %s offers", async (url, all, toReaders) => {
    expect((await master.send("OPTIONS", url)).headers.allow).toBe(all);
    const { headers, body } = await (await platform.as("reader")).send("OPTIONS", url);
    expect([headers.allow, body]).toEqual([toReaders, { methods: toReaders.split(", ") }]);
  });

  it("lists the methods of a path, and none of an unknown one", async () => {
    const offers = async (url: string) => (await master.send("OPTIONS", url)).headers;
    expect((await offers("/api/lnpnumbers/"))["accept-post"]).toBe(
      "application/hal+json; profile=http://purl.org/sipwise/ngcp-api/#rel-lnpnumbers, text/csv",
    );
    expect((await offers("/api/resellers/2"))["accept-patch"]).toBe("application/json-patch+json");
    expect((await master.send("OPTIONS", "/api/nothing/")).status).toBe(404);
    expect((await platform.anonymous.send("OPTIONS", "/api/domains/")).status).toBe(401);
    expect((await (await platform.as("care")).send("OPTIONS", "/api/resellers/")).status).toBe(403);
  });
});

it("relations of a record are lists, in lists as alone, and a header", async () => {
  const { headers: created } = await master.send("POST", "/api/soundsets/", { reseller_id: 2, name: "linked" });
  const set = String(created.location);
  const { body, headers } = await master.send("GET", set);
  const relations = {
    self: { href: set },
    collection: { href: "/api/soundsets/" },
    "ngcp:soundsets": [{ href: set }],
    "ngcp:resellers": [{ href: "/api/resellers/2" }],
    "ngcp:journal": [{ href: `${set}/journal/` }],
  };
  expect(body._links).toMatchObject(relations);
  const list = await master.send("GET", "/api/soundsets/?name=linked");
  expect(list.body._embedded).toMatchObject({ "ngcp:soundsets": [{ _links: relations }] });
  const namespace = "http://purl.org/sipwise/ngcp-api/#rel-";
  expect(String(headers.link).split(", ")).toEqual(
    expect.arrayContaining([
      `<${set}>; rel="item self"`,
      "</api/soundsets/>; rel=collection",
      `</api/resellers/2>; rel="item ${namespace}resellers"`,
    ]),
  );
  const changed = await master.send("PUT", set, body, { prefer: "return=representation" });
  expect(changed.headers.link).toContain(`<${set}>; rel=self`);
  expect(changed.headers.link).toContain(`</api/resellers/2>; rel="${namespace}resellers"`);
});

it("sends HAL unless the client accepts plain JSON only", async () => {
  const type = async (accept: string) =>
    (await master.send("GET", "/api/domains/", undefined, { accept })).headers["content-type"];
  expect(await type("*/*")).toMatch(/^application\/hal\+json; profile=/);
  expect(await type("application/json")).toMatch(/^application\/json/);
});

it("responds to an unexpected error with an incident number only, and logs it under that", async () => {
  const log = vi.spyOn(platform.app.log, "error");
  await platform.database.kysely.schema.alterTable("numbers").renameTo("numbers_away").execute();
  const reply = await master.send("GET", "/api/numbers/");
  await platform.database.kysely.schema.alterTable("numbers_away").renameTo("numbers").execute();
  expect(reply.status).toBe(500);
  expect(reply.body.message).toMatch(/^Internal Server Error, incident [0-9a-f]{8} at \d{4}-\d\d-\d\dT[\d:]{8}Z\./);
  expect(reply.text).not.toContain("relation");
  const { incident, time } = reply.body.params as { incident: string; time: string };
  expect(log).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      incident,
      time,
      error: expect.objectContaining({ message: expect.stringContaining("relation") }),
    }),
  );
  expect((await master.send("GET", "/api/numbers/")).status).toBe(200);
});
