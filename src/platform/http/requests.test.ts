import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, openTestPlatform, type TestPlatform } from "../testPlatform.ts";

let platform: TestPlatform;
let master: Client;

beforeAll(async () => {
  platform = await openTestPlatform({ bodyLimit: 100_000 });
  master = await platform.as("master");
});
afterAll(() => platform.close());

const domain = { reseller_id: 2, domain: "bodies.example" };
const post = (body: unknown, headers?: Record<string, string>) => master.send("POST", "/api/domains/", body, headers);

describe("bodies", () => {
  it.each([
    ["broken", '{"domain": ', 400],
    ["empty", " ", 400],
    ["not a number", '{"reseller_id": NaN}', 400],
    ["nested too deeply", `${"[".repeat(200)}${"]".repeat(200)}`, 400],
    ["a list", "[]", 400],
    ["a text", '"text"', 400],
    ["null", "null", 400],
  ])("refuses one that is %s", async (_, body, status) => {
    const reply = await post(body);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ code: status, message: expect.any(String) });
  });

  it("refuses a missing one", async () => {
    expect((await post(undefined)).body).toMatchObject({ code: 400, key: "errors.missing_body" });
  });

  it("takes brackets inside texts for what they are", async () => {
    const reply = await post({ ...domain, domain: `"${"[".repeat(99)}` });
    expect(reply.status).toBe(422);
  });

  it.each([
    ["POST", "/api/domains/", "text/plain"],
    ["POST", "/api/domains/", "application/json-patch+json"],
    ["PATCH", "/api/resellers/2", "application/json"],
  ] as const)("refuses %s %s with the type %s", async (method, url, type) => {
    expect((await master.send(method, url, "[]", { "content-type": type })).status).toBe(415);
  });

  it("takes a charset with the type", async () => {
    const type = { "content-type": "application/json; charset=utf-8" };
    expect((await post({ ...domain, domain: "charset.example" }, type)).status).toBe(201);
  });

  it("answers one that is too long with 413, to a client that sends it all first", async () => {
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

  it("lets no key reach a prototype", async () => {
    const reply = await post('{"__proto__": {"polluted": 1}, "reseller_id": 2, "domain": "proto.example"}');
    expect(reply.status).toBe(201);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("paths", () => {
  it.each([
    ["GET", "/api/nothing/"],
    ["GET", "/nothing"],
    ["PUT", "/api/domains/1"],
    ["POST", "/api/numbers/"],
    ["GET", "/api/domains/%E0%A4%A"],
  ] as const)("answers %s %s with 404 as JSON", async (method, url) => {
    const reply = await master.send(method, url, method === "GET" ? undefined : {});
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({ code: 404, message: "Path not found" });
  });

  it("sends a collection without slash to the one with it, query included", async () => {
    const reply = await master.send("GET", "/api/domains?page=2");
    expect(reply.status).toBe(301);
    expect(reply.headers.location).toBe("/api/domains/?page=2");
  });

  it("refuses a Link header", async () => {
    expect((await master.send("GET", "/api/domains/", undefined, { link: "<x>" })).body).toMatchObject({ code: 400 });
  });

  it("tells apart an id that is none and one that nobody has", async () => {
    expect((await master.send("GET", "/api/domains/abc")).status).toBe(400);
    expect((await master.send("GET", "/api/domains/999999")).status).toBe(404);
    expect((await master.send("GET", "/api/domains/99999999999999")).status).toBe(404);
  });

  it("says what it offers", async () => {
    const reply = await master.send("OPTIONS", "/api/domains/");
    expect(reply.headers.allow).toBe("GET, HEAD, POST, OPTIONS");
    const reader = await platform.as("reader");
    expect((await reader.send("OPTIONS", "/api/domains/")).body).toEqual({ methods: ["GET", "HEAD", "OPTIONS"] });
  });
});

it("speaks HAL unless plain JSON is all the client takes", async () => {
  const type = async (accept: string) =>
    (await master.send("GET", "/api/domains/", undefined, { accept })).headers["content-type"];
  expect(await type("*/*")).toMatch(/^application\/hal\+json; profile=/);
  expect(await type("application/json")).toMatch(/^application\/json/);
});

it("answers what nobody foresaw with an incident number and nothing else, and logs it under that", async () => {
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
