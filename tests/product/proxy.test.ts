import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { copySeeded, type SeededData } from "../support/seeded.ts";
import type { Server } from "../support/server.ts";

let data: SeededData;
/** The gateway's, for the panel's own records. */
let ownData: SeededData;
let platform: Server;
let gateway: Server;
let client: HttpClient;

beforeAll(async () => {
  // Copying a seeded database is faster than creating an empty one.
  [data, ownData] = await Promise.all([copySeeded("proxy"), copySeeded("gateway")]);
  platform = await data.start();
  gateway = await ownData.start({ PLATFORM_URL: platform.url });
  client = await HttpClient.login(gateway.url, "administrator", platform.passwords.get("administrator") ?? "");
});
afterAll(async () => {
  await gateway?.stop();
  await platform?.kill();
  await data?.remove();
  await ownData?.remove();
});

describe.sequential("a gateway in front of a platform", () => {
  it("has no logins and serves the panel", async () => {
    expect(gateway.passwords.size).toBe(0);
    const page = await fetch(gateway.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script type="module"');
    expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
  });

  it("passes lists, legacy tables and the platform's description through unchanged", async () => {
    const direct = await HttpClient.login(platform.url, "administrator", platform.passwords.get("administrator") ?? "");
    const query = "sEcho=1&iDisplayStart=0&iDisplayLength=5&sSearch=";
    const paths = ["/api/customers/?rows=5&expand=contact_id", `/reseller/ajax?${query}`, "/api/platforminfo"];
    for (const path of [
      ...paths,
      "/api/domainpreferencedefs/",
      "/api/",
      "/api/customers/0",
      "/api/customers/?page=0",
      "/device/autoprov/firmware/0050c2000000/version/1",
    ]) {
      const [through, straight] = await Promise.all([client.request("GET", path), direct.request("GET", path)]);
      expect(through.status, path).toBe(straight.status);
      expect(through.text, path).toBe(straight.text);
      expect(through.headers.get("content-type"), path).toBe(straight.headers.get("content-type"));
    }
  });

  it("passes writes through with headers and errors", async () => {
    const id = await client.create("systemcontacts", { email: "through@example.org" });
    const path = `/api/systemcontacts/${id}`;
    const patch = [{ op: "replace", path: "/company", value: "Through" }];
    expect((await client.request("PATCH", path, patch)).status).toBe(204);
    const read = await client.request("GET", path);
    expect(read.body).toMatchObject({ email: "through@example.org", company: "Through" });
    expect(read.headers.get("etag")).toMatch(/^"/);
    const refused = await client.request("PATCH", path, [{ op: "replace", path: "/email", value: "none" }]);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: 422, errors: [{ pointer: "/email" }] });
    expect((await client.request("DELETE", path)).status).toBe(204);
    expect((await client.request("GET", path)).status).toBe(404);
  });

  it("stores the panel's records for users of the platform", async () => {
    const favourite = { path: "/customer", title: "Customers" };
    const made = await client.request("POST", "/panel-service/favourites", favourite);
    expect(made.status, made.text).toBe(201);
    expect((await client.request("GET", "/panel-service/favourites")).body).toMatchObject([favourite]);
    const other = await HttpClient.login(gateway.url, "operator", platform.passwords.get("operator") ?? "");
    expect((await other.request("GET", "/panel-service/favourites")).body).toEqual([]);
    const [head, , signature] = other.authorization.split(".");
    const claims = Buffer.from(JSON.stringify({ id: 1, sid: 1 })).toString("base64url");
    const forged = await fetch(`${gateway.url}/panel-service/favourites`, {
      headers: { authorization: `${head}.${claims}.${signature}` },
    });
    expect(forged.status).toBe(401);
    expect((await fetch(`${gateway.url}/panel-service/favourites`)).status).toBe(401);
  });

  it("rejects wrong and missing logins as the platform does", async () => {
    await expect(HttpClient.login(gateway.url, "administrator", "wrong")).rejects.toThrow("User not found");
    expect((await fetch(`${gateway.url}/api/customers/`)).status).toBe(401);
  });

  it("responds in JSON while the platform is down, and recovers", async () => {
    await platform.kill();
    for (const path of ["/api/customers/", "/login_jwt", "/reseller/ajax", "/api/platforminfo"]) {
      const answer = await client.request(
        path === "/login_jwt" ? "POST" : "GET",
        path,
        path === "/login_jwt" ? {} : undefined,
      );
      expect(answer.body, path).toMatchObject({ code: 502, key: "errors.platform_unreachable" });
      expect(answer.text, path).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|node_modules/);
    }
    expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
    expect((await fetch(gateway.url)).status).toBe(200);

    platform = await data.start({ PORT: new URL(platform.url).port });
    expect((await client.request("GET", "/api/customers/?rows=1")).status).toBe(200);
  });
});

describe("a platform that closes the connection", () => {
  it.each([
    ["before the first byte", () => {}],
    ["during a response", (response: ServerResponse) => response.writeHead(200, { "content-length": 9 }).write("half")],
  ])("only fails the current request: %s", async (_, begin) => {
    const odd = createServer((_request, response) => {
      begin(response);
      response.destroy();
    }).listen(0, "127.0.0.1");
    await once(odd, "listening");
    const address = odd.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const front = await ownData.start({ PLATFORM_URL: url });
    const status = await fetch(`${front.url}/api/customers/`)
      .then(async (response) => (await response.text()) && response.status)
      .catch(() => "aborted");
    expect([502, "aborted"]).toContain(status);
    expect((await fetch(`${front.url}/health`)).status).toBe(200);
    await front.stop();
    odd.close();
  });
});
