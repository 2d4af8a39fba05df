import fastify from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { openOnServer, templateOfRun } from "../../../../tests/support/prepared.ts";
import {
  type Client,
  openTestPlatform,
  serveTestPlatform,
  type TestPlatform,
  testPassword,
} from "../../../testing/platform.ts";
import { openDatabase } from "../../db/engine.ts";
import { joinNodes } from "./node.ts";
import { createSharedRateLimitStore } from "./sharedRateLimits.ts";

/** As the product does, but for quicker signs of life. */
const settings = { beatEvery: 250 };

afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
});

const node = (index: number) => nodes[index] as TestPlatform;
const log = (at: TestPlatform, username: string, password: string) =>
  at.anonymous.send("POST", "/login_jwt", { username, password });

/** The same token at both nodes. */
async function clients(
  login: Parameters<TestPlatform["as"]>[0],
): Promise<[Pick<Client, "send">, Pick<Client, "send">, string]> {
  const { body } = await log(node(0), login, testPassword);
  const token = String(body.jwt);
  const client = ({ anonymous }: TestPlatform): Pick<Client, "send"> => ({
    send: (method, url, data, headers) =>
      anonymous.send(method, url, data, { ...headers, authorization: `Bearer ${token}` }),
  });
  return [client(node(0)), client(node(1)), token];
}

/** Within the second that another node may take to notice. */
const soon = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 1_000, interval: 20 });
const statusOf = async (client: Pick<Client, "send">, url: string) => (await client.send("GET", url)).status;

const database = await openOnServer(await templateOfRun("tables"));
const other = await openDatabase({ databaseUrl: database.url });
const nodes = [await openTestPlatform(settings, undefined, database), await serveTestPlatform(other, settings)];

describe("what is changed on one node holds on the other", () => {
  it("a right that is taken away", async () => {
    const master = await node(0).as("master");
    const [, there] = await clients("resellerThree");
    expect(await statusOf(there, "/api/customers/")).toBe(200);
    const change = (value: boolean) =>
      master.send("PATCH", "/api/admins/4", [{ op: "replace", path: "/is_active", value }]);
    expect((await change(false)).text).toBe("");
    await soon(() => statusOf(there, "/api/customers/")).toBe(403);
    await change(true);
  });

  it("a session that is ended", async () => {
    const [here, there] = await clients("resellerTwo");
    expect(await statusOf(there, "/api/domains/")).toBe(200);
    expect(await statusOf(here, "/api/domains/")).toBe(200);
    expect(await here.send("GET", "/ajax_logout")).toMatchObject({ status: 200 });
    await soon(() => statusOf(there, "/api/domains/")).toBe(401);
  });

  it("a ban", async () => {
    for (let attempt = 0; attempt < 5; attempt++) await log(node(0), "intercept", "Wrong-horse9");
    expect((await log(node(1), "intercept", testPassword)).body.key).toBe("errors.banned");
  });

  it("the brand of a reseller", async () => {
    const [here, there] = await clients("master");
    const record = { reseller_id: 2, csc_color_primary: "#123456", csc_color_secondary: "#fefefe", css: null };
    expect(await here.send("POST", "/api/resellerbrandings/", record)).toMatchObject({ status: 201 });
    const branding = await there.send("GET", "/api/resellerbrandings/?reseller_id=2");
    expect(branding.text).toContain("#123456");
  });

  it("a limit of requests, counted together", async () => {
    const apps = [fastify(), fastify()];
    const stores = apps.map((app, index) => {
      const Store = createSharedRateLimitStore(app, [database, other][index]?.kysely ?? database.kysely, {
        scope: "test",
        everyMs: 20,
      });
      return new Store({});
    });
    // No window that ends while this runs.
    const count = (index: number) =>
      new Promise((resolve) =>
        stores[index]?.incr("192.0.2.7", (_, result) => resolve(result?.current), 400 * 86_400_000, 40),
      );
    for (let request = 1; request <= 30; request++) expect(await count(0)).toBe(request);
    expect(await count(1)).toBe(1);
    await Promise.all(apps.map((app) => app.ready()));
    await expect.poll(() => count(1), { timeout: 10_000, interval: 20 }).toBeGreaterThan(30);
    await Promise.all(apps.map((app) => app.close()));
  });
});

describe("scheduled work", () => {
  const members = async () =>
    (await database.kysely.selectFrom("nodes").select("node").execute()).map(({ node }) => node);
  const leader = async () => (await database.kysely.selectFrom("nodeduties").select("node").executeTakeFirst())?.node;

  it("is done by one node, and by another once that one is gone", async () => {
    const third = await openDatabase({ databaseUrl: database.url });
    const app = fastify();
    const joined = joinNodes(app, third.kysely, settings.beatEvery);
    await app.ready();
    const all = await members();
    expect(all).toHaveLength(3);
    expect(all).toContain(joined.id);
    expect(all).toContain(await leader());

    let taken = 0;
    joined.onLead(() => taken++);
    // As if the others had died: nobody else renews this.
    const hold = (who: string, seconds: number) =>
      database.kysely
        .updateTable("nodeduties")
        .set({ node: who, until: new Date(Date.now() + seconds * 1000) })
        .execute();
    await hold("dead", 600);
    await expect.poll(() => joined.leads(), { timeout: 10_000, interval: 20 }).toBe(false);
    const before = taken;
    await hold("dead", -1);
    await expect
      .poll(async () => members().then(async (all) => all.includes(String(await leader()))), {
        timeout: 10_000,
        interval: 20,
      })
      .toBe(true);
    await hold(joined.id, 600);
    await expect.poll(() => joined.leads(), { timeout: 10_000, interval: 20 }).toBe(true);
    expect(taken).toBe(before + 1);

    await app.close();
    await third.close();
    expect(await members()).toHaveLength(2);
    await expect.poll(leader, { timeout: 10_000, interval: 20 }).not.toBe(joined.id);
  });
});
