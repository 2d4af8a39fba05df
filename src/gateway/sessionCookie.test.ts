import fastify, { type FastifyInstance } from "fastify";
import { afterAll, expect, it } from "vitest";
import { registerErrorHandler } from "../platform/http/errors.ts";
import { englishTexts } from "../platform/http/language/serverTexts.ts";
import { registerSessionCookie } from "./sessionCookie.ts";

/** Responds with the token that a request is forwarded with. */
async function openApp(publicUrl: string | null): Promise<FastifyInstance> {
  const app = fastify();
  registerSessionCookie(app, publicUrl);
  registerErrorHandler(app, englishTexts);
  app.all("/token", async ({ headers }) => ({ token: headers.authorization ?? null }));
  return app;
}

afterAll(async () => {
  await app.close();
  await behindProxy.close();
});

const panels = { host: "panel.example", cookie: "patchbay_session=t", "x-ngcp-admin-ui": "1" };

const app = await openApp(null);
const behindProxy = await openApp("https://panel.example");

it.each([
  ["the panel's own", { origin: "https://panel.example" }],
  ["the panel's own behind a proxy that changes the host", { origin: "https://x", "sec-fetch-site": "same-origin" }],
  ["a program's", {}],
])("takes the cookie of a request that is %s", async (_, headers) => {
  const reply = await app.inject({ method: "POST", url: "/token", headers: { ...panels, ...headers } });
  expect(reply.json()).toEqual({ token: "Bearer t" });
});

it.each([
  ["another site", { origin: "https://evil.example" }],
  ["another port", { origin: "https://panel.example:8443" }],
  ["a sandboxed frame", { origin: "null" }],
  ["a neighbour", { origin: "https://www.panel.example", "sec-fetch-site": "same-site" }],
])("refuses a request with the cookie and the panel's header that comes from %s", async (_, headers) => {
  for (const method of ["GET", "POST"] as const) {
    const reply = await app.inject({ method, url: "/token", headers: { ...panels, ...headers } });
    expect(reply.json()).toMatchObject({ code: 403, key: "errors.foreign_origin" });
  }
});

it("knows its own origin behind a proxy that hides it", async () => {
  const post = (origin: string) =>
    behindProxy.inject({ method: "POST", url: "/token", headers: { ...panels, host: "10.0.0.2:8080", origin } });
  expect((await post("https://panel.example")).statusCode).toBe(200);
  expect((await post("http://10.0.0.2:8080")).statusCode).toBe(403);
});
