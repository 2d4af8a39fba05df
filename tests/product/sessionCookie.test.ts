import { afterAll, describe, expect, it } from "vitest";
import { copySeeded } from "../support/seeded.ts";
import type { Server } from "../support/server.ts";

const [data, ownData] = await Promise.all([copySeeded("cookie"), copySeeded("gateway")]);
const platform = await data.start();
const gateway = await ownData.start({ PLATFORM_URL: platform.url });
afterAll(async () => {
  await gateway?.stop();
  await platform?.stop();
  await data?.remove();
  await ownData?.remove();
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
