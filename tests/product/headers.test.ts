import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { DEMONSTRATION_PASSWORD } from "../../src/platform/seed/demonstration.ts";
import { copySeeded } from "../support/seeded.ts";

const built = fileURLToPath(new URL("../../dist/panel/", import.meta.url));
const assets = readdirSync(join(built, "assets"));
const scripts = assets.filter((name) => name.endsWith(".js"));

const data = await copySeeded("headers");
const server = await data.start();
afterAll(async () => {
  await server?.stop();
  await data?.remove();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe("every response of the panel's origin", () => {
  it.each([
    "/",
    `/assets/${scripts[0]}`,
    "/health",
    "/api/platforminfo",
    "/no/such/page",
    "/api/resellers/",
    "/%",
    "/api/%",
  ])("%s has security headers", async (path) => {
    const { headers } = await get(path);
    const policy = policyOf(headers);
    expect(policy.get("default-src")).toEqual(["'self'"]);
    expect(policy.get("script-src")).toEqual(["'self'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'self'"]);
    expect(policy.get("object-src")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'self'"]);
    expect(policy.get("form-action")).toEqual(["'self'"]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("x-powered-by")).toBeNull();
  });

  it("allows no inline scripts", async () => {
    const { text: page } = await get("/");
    const inline = [...page.matchAll(/<script\b([^>]*)>/g)].filter(([, attributes = ""]) => !/\bsrc=/.test(attributes));
    expect(inline).toEqual([]);
    expect(page).not.toMatch(/\son[a-z]+=|javascript:/i);
  });
});

/** Sources by directive. */
function policyOf(headers: Headers): Map<string, string[]> {
  const directives = (headers.get("content-security-policy") ?? "").split(";").map((part) => part.trim().split(/\s+/));
  return new Map(directives.map(([name = "", ...sources]) => [name, sources]));
}

describe("with an address of SIP over WebSocket", () => {
  it("pages may connect to that origin as well, and use the microphone themselves", async () => {
    const phone = await data.start({ SIP_WEBSOCKET_URL: "wss://sip.example:8443/ws" });
    try {
      const { headers } = await fetch(`${phone.url}/`);
      expect(policyOf(headers).get("connect-src")).toEqual(["'self'", "wss://sip.example:8443"]);
      expect(headers.get("permissions-policy")).toBe("microphone=(self)");
      const service = await fetch(`${phone.url}/panel-service`);
      expect(await service.json()).toMatchObject({ sip_websocket: "wss://sip.example:8443/ws" });
    } finally {
      await phone.stop();
    }
  });

  it("and without one neither is said", async () => {
    const { headers } = await get("/");
    expect(policyOf(headers).get("connect-src")).toEqual(["'self'"]);
    expect(headers.get("permissions-policy")).toBeNull();
  });
});

describe("files", () => {
  it("are cached forever if their name has a hash, and the page itself never", async () => {
    for (const name of scripts) {
      const { headers } = await get(`/assets/${name}`, { "accept-encoding": "identity" });
      expect(headers.get("cache-control"), name).toBe("public, max-age=31536000, immutable");
      expect(name).toMatch(/-[\w-]{8}\.js$/);
    }
    for (const path of ["/", "/index.html", "/favicon.svg"]) {
      expect((await get(path)).headers.get("cache-control"), path).toBe("no-cache");
    }
  });

  it("are compressed as requested, with the same contents", async () => {
    const largest = scripts.reduce((a, b) => (sizeOf(a) > sizeOf(b) ? a : b));
    for (const [encoding, path] of [
      ["br", `/assets/${largest}`],
      ["gzip", `/assets/${largest}`],
      ["br", "/index.html"],
    ] as const) {
      const answer = await get(path, { "accept-encoding": encoding });
      expect(answer.headers.get("content-encoding"), path).toBe(encoding);
      expect(answer.headers.get("vary"), path).toMatch(/accept-encoding/i);
      expect(answer.text).toBe(readFileSync(join(built, path), "utf8"));
    }
    const plain = await get(`/assets/${largest}`, { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    const packed = readFileSync(join(built, "assets", `${largest}.br`));
    expect(brotliDecompressSync(packed).equals(readFileSync(join(built, "assets", largest)))).toBe(true);
  });

  it("contain no eval, secrets or local paths", () => {
    for (const name of scripts) {
      const code = readFileSync(join(built, "assets", name), "utf8");
      expect(code, name).not.toMatch(/\beval\(|\bnew Function\(|[^.\w]Function\("|document\.write\(/);
      expect(code.includes(DEMONSTRATION_PASSWORD), name).toBe(false);
      expect(code, name).not.toMatch(/-----BEGIN|\$argon2|postgres:\/\/|\/root\/|\/home\/|\/work\//);
    }
    expect(assets.filter((name) => name.endsWith(".map"))).toEqual([]);
  });

  it.each([
    ...["/../package.json", "/%2e%2e/%2e%2e/package.json", "/.env", "/main.js"],
    ...["/assets/../../package.json", "/assets/..%2f..%2fserver/main.js", "/assets/a%00b", "/assets/", "/assets/.env"],
  ])("outside of the panel's folder are not served: %s", async (path) => {
    expect(await statusOf(path)).toBe(404);
  });
});

/** The path is sent as it is; `fetch` would resolve its dots. */
function statusOf(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

function sizeOf(name: string): number {
  return readFileSync(join(built, "assets", name)).length;
}
