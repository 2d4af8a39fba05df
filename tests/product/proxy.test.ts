import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpClient } from "../support/httpClient.ts";
import { copySeededFolder } from "../support/seededFolder.ts";
import { type Server, startServer } from "../support/server.ts";

let folder: string;
let platform: Server;
let gateway: Server;
let client: HttpClient;

beforeAll(async () => {
  folder = await copySeededFolder("proxy");
  platform = await startServer({ dataDir: folder });
  gateway = await startServer({ dataDir: join(folder, "gateway"), env: { PLATFORM_URL: platform.url } });
  client = await HttpClient.login(gateway.url, "administrator", platform.passwords.get("administrator") ?? "");
});
afterAll(async () => {
  await gateway?.stop();
  await platform?.kill();
  await rm(folder, { recursive: true, force: true });
});

describe.sequential("a gateway in front of a platform", () => {
  it("offers no logins of its own and serves the panel itself", async () => {
    expect(gateway.passwords.size).toBe(0);
    const page = await fetch(gateway.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script type="module"');
    expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
  });

  it("passes lists, older tables and the platform's description through unchanged", async () => {
    const direct = await HttpClient.login(platform.url, "administrator", platform.passwords.get("administrator") ?? "");
    const query = "sEcho=1&iDisplayStart=0&iDisplayLength=5&sSearch=";
    const paths = ["/api/customers/?rows=5&expand=contact_id", `/reseller/ajax?${query}`, "/api/platforminfo"];
    for (const path of [
      ...paths,
      "/api/domainpreferencedefs/",
      "/api/",
      "/api/customers/0",
      "/api/customers/?page=0",
    ]) {
      const [through, straight] = await Promise.all([client.request("GET", path), direct.request("GET", path)]);
      expect(through.status, path).toBe(straight.status);
      expect(through.text, path).toBe(straight.text);
      expect(through.headers.get("content-type"), path).toBe(straight.headers.get("content-type"));
    }
  });

  it("passes writes through with all that belongs to them", async () => {
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

  it("keeps the panel's own records itself, for whom the platform knows", async () => {
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

  it("refuses wrong and missing logins as the platform does", async () => {
    await expect(HttpClient.login(gateway.url, "administrator", "wrong")).rejects.toThrow("User not found");
    expect((await fetch(`${gateway.url}/api/customers/`)).status).toBe(401);
  });

  it("answers in JSON when the platform is gone, lives on, and finds it again", async () => {
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

    platform = await startServer({ dataDir: folder, env: { PORT: new URL(platform.url).port } });
    expect((await client.request("GET", "/api/customers/?rows=1")).status).toBe(200);
  });
});

describe("a platform that breaks off", () => {
  it.each([
    ["before the first byte", () => {}],
    [
      "in the middle of an answer",
      (response: ServerResponse) => response.writeHead(200, { "content-length": 9 }).write("half"),
    ],
  ])("%s costs that answer and nothing else", async (_, begin) => {
    const odd = createServer((_request, response) => {
      begin(response);
      response.destroy();
    }).listen(0, "127.0.0.1");
    await once(odd, "listening");
    const address = odd.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const front = await startServer({ dataDir: join(folder, "odd"), env: { PLATFORM_URL: url } });
    const status = await fetch(`${front.url}/api/customers/`)
      .then(async (response) => (await response.text()) && response.status)
      .catch(() => "broken off");
    expect([502, "broken off"]).toContain(status);
    expect((await fetch(`${front.url}/health`)).status).toBe(200);
    await front.stop();
    odd.close();
  });
});
