import fastify from "fastify";
import simpleRestProvider from "ra-data-simple-rest";
import { fetchUtils } from "react-admin";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import errors from "../../../../i18n/en/errors.json" with { type: "json" };
import rules from "../../../../i18n/en/rules.json" with { type: "json" };
import { MAX_PANEL_ITEMS } from "../../../core/api/panelItems.ts";
import { textsFrom } from "../../../core/schema/texts.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { openDatabase } from "../../db/engine.ts";
import { registerErrorHandler } from "../../http/errors.ts";
import { prepareServiceDatabase } from "../../seed/prepareDatabase.ts";
import { registerService, servicePath } from "./routes.ts";

const database = await openDatabase({});
await prepareServiceDatabase(database.kysely);
const app = fastify();
registerErrorHandler(app, textsFrom({ errors, rules }));
const ownerOf = async ({ headers }: { headers: Record<string, unknown> }) => {
  if (typeof headers.owner !== "string") throw new PlatformError("not_logged_in");
  return headers.owner;
};
registerService(app, { db: database.kysely, hasLegacyPanel: false, hasRealPlatform: false, ownerOf });
const base = (await app.listen({ port: 0, host: "127.0.0.1" })) + servicePath;
beforeEach(() => database.kysely.deleteFrom("panel_items").execute());
afterAll(async () => {
  await app.close();
  await database.close();
});

/** The data provider that the panel uses, as this user. */
const as = (owner: string) =>
  simpleRestProvider(base, (url, options) =>
    fetchUtils.fetchJson(url, { ...options, headers: new Headers({ accept: "application/json", owner }) }),
  );
const all = { pagination: { page: 1, perPage: 100 }, sort: { field: "id", order: "ASC" as const }, filter: {} };
const page = (path: string, title = path) => ({ path, title });

describe("the service of the panel", () => {
  it("creates, updates and deletes records by the conventions of simple REST", async () => {
    const provider = as("1");
    const { data: made } = await provider.create("favourites", { data: page("/customer", "Customers") });
    expect(made).toEqual({ id: expect.any(Number), path: "/customer", title: "Customers" });
    const changed = { id: made.id, data: page("/customer", "People"), previousData: made };
    expect((await provider.update("favourites", changed)).data.title).toBe("People");
    expect((await provider.getOne("favourites", { id: made.id })).data.title).toBe("People");
    await provider.delete("favourites", { id: made.id, previousData: made });
    expect(await provider.getList("favourites", all)).toEqual({ data: [], total: 0 });
  });

  it("filters, sorts and paginates", async () => {
    const provider = as("1");
    for (const [resource, name] of [
      ["domains", "b"],
      ["domains", "a"],
      ["customers", "c"],
    ]) {
      await provider.create("views", { data: { resource, name, query: "filter=%7B%7D" } });
    }
    const ofDomains = { ...all, sort: { field: "name", order: "ASC" as const }, filter: { resource: "domains" } };
    const names = async (params: typeof all) => (await provider.getList("views", params)).data.map(({ name }) => name);
    expect(await names(ofDomains)).toEqual(["a", "b"]);
    const second = { ...ofDomains, pagination: { page: 2, perPage: 1 } };
    expect(await names(second)).toEqual(["b"]);
    expect((await provider.getList("views", second)).total).toBe(2);
  });

  it("only returns records of the caller", async () => {
    const { data: made } = await as("1").create("favourites", { data: page("/domain") });
    const stranger = as("2");
    expect((await stranger.getList("favourites", all)).total).toBe(0);
    const mine = { id: made.id, data: page("/mine"), previousData: made };
    await expect(stranger.getOne("favourites", { id: made.id })).rejects.toMatchObject({ status: 404 });
    await expect(stranger.update("favourites", mine)).rejects.toMatchObject({ status: 404 });
    await expect(stranger.delete("favourites", mine)).rejects.toMatchObject({ status: 404 });
    expect((await as("1").getOne("favourites", { id: made.id })).data.path).toBe("/domain");
    expect((await fetch(`${base}/favourites`)).status).toBe(401);
  });

  it.each([
    ["a page elsewhere", { path: "//evil.example", title: "x" }, "/path"],
    ["no title", { path: "/customer" }, "/title"],
    ["a title that is no text", { path: "/customer", title: 5 }, "/title"],
    ["a title beyond all measure", { path: "/customer", title: "x".repeat(201) }, "/title"],
  ])("refuses %s at its field", async (_, data, pointer) => {
    await expect(as("1").create("favourites", { data })).rejects.toMatchObject({
      status: 422,
      body: { errors: [expect.objectContaining({ pointer })] },
    });
  });

  it("limits the number of records even for concurrent requests", async () => {
    const provider = as("1");
    const paths = Array.from({ length: MAX_PANEL_ITEMS + 10 }, (_, index) => page(`/page/${index}`));
    const results = await Promise.allSettled(paths.map((data) => provider.create("favourites", { data })));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(10);
    expect(refused[0]?.reason.body).toMatchObject({ code: 422, key: "errors.too_many_items" });
    expect((await provider.getList("favourites", all)).total).toBe(MAX_PANEL_ITEMS);
  });

  it.each(["/unheard", "/favourites?filter=[", "/favourites?range=5", "/favourites/x"])("refuses %s", async (path) => {
    const { status } = await fetch(base + path, { headers: { owner: "1" } });
    expect([400, 404]).toContain(status);
  });
});
