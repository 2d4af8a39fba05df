import { once } from "node:events";
import { createServer, type Server as HttpServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { connect } from "node:net";
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
    expect((await fetch(gateway.url, { headers: { "if-match": '"another"' } })).status).toBe(412);
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

/** Sends these lines as they are, and returns all that is answered. */
async function raw(url: string, head: readonly string[], body = ""): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write([...head, "Connection: close", "", body].join("\r\n"));
  let answer = "";
  for await (const part of socket) answer += part;
  return answer;
}

describe("what a platform gets to see", () => {
  let upstream: HttpServer;
  let url: string;
  let front: Server;
  /** Of the last request that arrived. */
  let seen: { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string } | undefined;
  /** Where the platform redirects to. */
  let location = "";
  const strangers = {
    forwarded: "for=6.6.6.6",
    "x-forwarded-for": "6.6.6.6",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "evil.example",
    "x-forwarded-port": "443",
    "x-forwarded-prefix": "/evil",
    "x-real-ip": "6.6.6.6",
    "x-original-url": "/api/admins/",
    "x-rewrite-url": "/api/admins/",
    "x-original-host": "evil.example",
    "x-host": "evil.example",
    "x-client-ip": "6.6.6.6",
    "true-client-ip": "6.6.6.6",
    "x-remote-user": "administrator",
    x_forwarded_for: "6.6.6.6",
    x_real_ip: "6.6.6.6",
    x_ssl_client_s_dn: "CN=0050C2000011",
    "x-ssl-client-s-dn": "CN=0050C2000011",
    "x-ssl-client-cert": "MIIB",
    "ssl-client-verify": "SUCCESS",
  };
  const start = async (env: Readonly<Record<string, string>> = {}) => {
    await front?.stop();
    front = await ownData.start({ PLATFORM_URL: url, ...env });
  };

  beforeAll(async () => {
    upstream = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      seen = { url: request.url ?? "", headers: request.headers, body };
      response.writeHead(location ? 302 : 200, {
        "content-type": "application/json",
        ...(location ? { location } : {}),
      });
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(upstream, "listening");
    const address = upstream.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    await start();
  });
  afterAll(async () => {
    await front?.stop();
    upstream?.close();
  });

  it.each(["/api/customers/", "/login_jwt", "/older/page"])(
    "is what the gateway knows of a request, not what a stranger claims: %s",
    async (path) => {
      const headers = { ...strangers, "content-type": "application/json" };
      await fetch(front.url + path, { method: "POST", headers, body: "{}" });
      const claimed = Object.entries(strangers).filter(([name, value]) => seen?.headers[name] === value);
      expect(claimed).toEqual([]);
      expect(seen?.headers).toMatchObject({
        ...{ host: new URL(url).host, "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" },
        "x-forwarded-host": new URL(front.url).host,
      });
    },
  );

  it.each(["/own", "own", "http://other.example/there", "//other.example/there"])(
    "leaves a redirect to %s as it is",
    async (to) => {
      location = to;
      const answer = await fetch(`${front.url}/older/page`, { redirect: "manual" });
      location = "";
      expect(answer.headers.get("location")).toBe(to);
    },
  );

  it("leads redirects of the platform to itself back to the panel's origin", async () => {
    for (const own of [url, url.replace("http:", "")]) {
      for (const path of ["/api/customers/7", "/older/page?a=1#b"]) {
        location = own + path;
        const answer = await fetch(`${front.url}${path.startsWith("/api") ? "/api/customers/" : "/older"}`, {
          redirect: "manual",
        });
        location = "";
        expect([answer.status, answer.headers.get("location")]).toEqual([302, front.url + path]);
      }
    }
  });

  it("answers Expect: 100-continue, and passes the body on", async () => {
    const head = ["POST /api/customers/ HTTP/1.1", "Host: panel.example", "Expect: 100-continue", "Content-Length: 9"];
    const answer = await raw(front.url, [...head, "Content-Type: application/json"], '{"a":"b"}');
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    // The client closes; that the platform's connection stays open is none of its business.
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(seen?.body).toBe('{"a":"b"}');
  });

  it.each([
    "//evil.example/api/customers/",
    "//apievil/",
    "///evil.example",
    "/\\evil.example/",
    "http://evil.example/api/customers/",
    "https://evil.example",
    "evil.example:443",
  ])("refuses the target %s with 400, in front of a platform and without", async (target) => {
    seen = undefined;
    for (const server of [front, platform]) {
      const answer = await raw(server.url, [`GET ${target} HTTP/1.1`, "Host: panel.example"]);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(seen).toBeUndefined();
  });

  it("takes two slashes before the API for one, and no way out of a path", async () => {
    for (const path of ["//api/customers/", "///v2/customers"]) {
      expect(await raw(front.url, [`GET ${path} HTTP/1.1`, "Host: panel.example"])).toMatch(/^HTTP\/1\.1 200 /);
      expect(seen?.url).toBe(path.replace(/^\/+/, "/"));
    }
    expect((await fetch(`${front.url}/older/%2e%2e%2fadmin`)).status).toBe(400);
    expect((await fetch(`${front.url}/api/a/..%2f..%2fadmin`)).status).toBe(400);
  });

  it("is what a trusted proxy says, and the browser's Host if that is wanted", async () => {
    await start({ TRUSTED_PROXIES: "127.0.0.1", PROXY_PRESERVE_HOST: "1" });
    const headers = {
      ...{ "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https", "x-forwarded-host": "panel.example" },
      ...{ "x-ssl-client-s-dn": "CN=0050C2000011", "x-original-url": "/api/admins/" },
    };
    for (const path of ["/api/customers/", "/login_jwt"]) {
      const method = path === "/login_jwt" ? "POST" : "GET";
      const body = method === "POST" ? { body: "{}" } : {};
      await fetch(front.url + path, { method, headers: { ...headers, "content-type": "application/json" }, ...body });
      expect(seen?.headers).toMatchObject({
        ...{ host: "panel.example", "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https" },
        "x-forwarded-host": "panel.example",
      });
    }
    await fetch(`${front.url}/api/customers/`, { headers });
    expect(seen?.headers["x-ssl-client-s-dn"]).toBe("CN=0050C2000011");
    expect(seen?.headers).not.toHaveProperty("x-original-url");
    location = "http://panel.example/dashboard?a=1#b";
    const answer = await fetch(`${front.url}/older/page`, { headers, redirect: "manual" });
    expect(answer.headers.get("location")).toBe("https://panel.example/dashboard?a=1#b");
    location = "";
  });
});

it.each([
  ["before the first byte", () => {}],
  ["during a response", (response: ServerResponse) => response.writeHead(200, { "content-length": 9 }).write("half")],
])("a platform that closes the connection only fails the current request: %s", async (_, begin) => {
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

const asPanel = { "x-ngcp-admin-ui": "1", "content-type": "application/json" };

async function logIn(server: Server, headers: Record<string, string>) {
  const password = platform.passwords.get("administrator") ?? "";
  return fetch(`${server.url}/login_jwt`, {
    method: "POST",
    headers: { ...asPanel, ...headers },
    body: JSON.stringify({ username: "administrator", password }),
  });
}

async function cookieOf(server: Server): Promise<string> {
  const answer = await logIn(server, { "x-session": "cookie" });
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

describe.each([
  ["the embedded platform", () => platform],
  ["a platform behind it", () => gateway],
])("a gateway with %s", (_, server) => {
  it("stores the token in a cookie that scripts and other sites cannot use", async () => {
    const answer = await logIn(server(), { "x-session": "cookie" });
    const body = await answer.json();
    expect(body).toEqual({ id: expect.any(Number), expires: expect.any(Number), cookie: true });
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^patchbay_session=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it("returns the token to other clients, as the API specifies", async () => {
    const answer = await logIn(server(), {});
    expect(await answer.json()).toMatchObject({ jwt: expect.stringMatching(/^ey/) });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it("accepts the cookie alone for reads, but writes only from the panel's script", async () => {
    const cookie = await cookieOf(server());
    const read = await fetch(`${server().url}/api/domains/`, { headers: { cookie } });
    expect(read.status).toBe(200);
    const write = (headers: Record<string, string>) =>
      fetch(`${server().url}/api/systemcontacts/`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json", ...headers },
        body: JSON.stringify({ email: "cookie@example.org" }),
      });
    expect((await write({})).status).toBe(401);
    expect((await write(asPanel)).status).toBe(201);
  });

  it("ends the session and clears the cookie on logout", async () => {
    const cookie = await cookieOf(server());
    const answer = await fetch(`${server().url}/ajax_logout`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().at(-1)).toMatch(/^patchbay_session=; Max-Age=0;/);
    const read = await fetch(`${server().url}/api/domains/`, { headers: { cookie } });
    expect(read.status).toBe(401);
  });
});

it("sets a new cookie when a password change ends the current session", async () => {
  const cookie = await cookieOf(platform);
  const admin = async (headers: Record<string, string>, method = "GET", body?: string) =>
    fetch(`${platform.url}/api/admins/1`, { method, headers, body });
  const patch = [{ op: "replace", path: "/password", value: "Another-Lantern-43!" }];
  const headers = { ...asPanel, cookie, "content-type": "application/json-patch+json" };
  const changed = await admin(headers, "PATCH", JSON.stringify(patch));
  expect(changed.status).toBe(204);
  expect(changed.headers.get("x-renewed-token")).toBeNull();
  const renewed = changed.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect((await admin({ cookie })).status).toBe(401);
  expect((await admin({ cookie: renewed })).status).toBe(200);
});
