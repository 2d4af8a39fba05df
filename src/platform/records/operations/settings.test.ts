import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, embedded, withoutLinks } from "../../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../../tests/support/demonstration.ts";

/** A subscriber of reseller 2 and its username; a new one for each test. */
let id: number;
let username: string;

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const lines = embedded(
  await api.list("subscribers", { reseller_id: 2, is_pbx_pilot: "false", rows: 50 }),
  "subscribers",
);
beforeEach(() => {
  const line = lines.pop();
  [id, username] = [Number(line?.id), String(line?.username)];
});

const dial = (slot: string) => ({ slot, destination: "4312345" });
const read = async (resource: string) => withoutLinks((await api.read(resource, id)).body);
const journal = async (resource: string) =>
  embedded(await api.request("GET", `/api/${resource}/${id}/journal/`), "journal");
const total = async (query: Readonly<Record<string, string | number>> = {}, caller = api) =>
  Number((await caller.list("speeddials", { rows: 1, ...query })).body?.total_count);
const etag = ({ headers }: Answer) => String(headers.etag);

describe("settings that nobody stored yet", () => {
  it("read as the defaults of their fields", async () => {
    await expect(read("speeddials")).resolves.toEqual({ id, speeddials: [] });
    await expect(read("voicemailsettings")).resolves.toMatchObject({ id, attach: true, delete: false, email: "" });
  });

  it("are listed with those that are stored, one for each subscriber", async () => {
    const everybody = Number((await api.list("subscribers", { rows: 1 })).body?.total_count);
    await expect(total()).resolves.toBe(everybody);
    const answer = await api.list("speeddials", { rows: 2, page: 2 });
    expect(embedded(answer, "speeddials")).toHaveLength(2);
    expect(answer.body?._links).toHaveProperty("next");
  });

  it("take a patch that adds, though there is no row, and one that replaces", async () => {
    const added = await api.patch("speeddials", id, [{ op: "add", path: "/speeddials/-", value: dial("*3") }]);
    expect(added.status, added.text).toBe(204);
    const path = "/speeddials/0/destination";
    expect((await api.patch("speeddials", id, [{ op: "replace", path, value: "4399" }])).status).toBe(204);
    await expect(read("speeddials")).resolves.toEqual({ id, speeddials: [{ slot: "*3", destination: "4399" }] });
  });

  it("are stored whole at the first change: what was read as default stays so", async () => {
    const change = await api.patch("voicemailsettings", id, [{ op: "replace", path: "/pin", value: "2468" }]);
    expect(change.status, change.text).toBe(204);
    await expect(read("voicemailsettings")).resolves.toMatchObject({ attach: true, delete: false });
    const filtered = await api.list("voicemailsettings", { subscriber_id: id });
    expect(embedded(filtered, "voicemailsettings").map((one) => one.id)).toEqual([id]);
  });

  it("have a version as well: who read them before somebody's first change is told", async () => {
    const before = await api.read("speeddials", id);
    const put = (slot: string) =>
      api.request(
        "PUT",
        `/api/speeddials/${id}`,
        { speeddials: [dial(slot)] },
        { headers: { "if-match": etag(before) } },
      );
    expect((await put("*1")).status).toBe(204);
    expect((await put("*2")).status).toBe(412);
    expect(etag(await api.read("speeddials", id))).not.toBe(etag(before));
  });

  it("are neither made nor removed", async () => {
    expect((await api.request("POST", "/api/speeddials/", { speeddials: [] })).status).toBe(404);
    expect((await api.request("DELETE", `/api/speeddials/${id}`)).status).toBe(404);
  });
});

it("keeps a journal of the changes, and of secrets that there was one", async () => {
  await api.patch("voicemailsettings", id, [{ op: "replace", path: "/pin", value: "975310" }]);
  const [entry] = await journal("voicemailsettings");
  expect(entry).toMatchObject({ operation: "update", resource_id: id, username: "administrator" });
  expect(JSON.stringify(entry)).not.toContain("975310");
});

it("a voicebox is told where to mail to without a PIN, and has no PIN but digits", async () => {
  const other = embedded(await api.list("subscribers", { rows: 1, order_by: "id" }), "subscribers")[0]?.id;
  const put = (body: object) => api.request("PUT", `/api/voicemailsettings/${other}`, body);
  expect((await put({ email: "box@example.org" })).status).toBe(204);
  expect((await api.read("voicemailsettings", Number(other))).body?.email).toBe("box@example.org");
  for (const pin of ["abcd", "ab", "12a"]) {
    // The first is the one that people are told.
    const { errors } = (await put({ pin })).body as { errors: { pointer: string; key: string }[] };
    expect(errors[0], pin).toMatchObject({ pointer: "/pin", key: "rules.format.digits" });
  }
  expect((await put({ pin: "12" })).body?.errors).toMatchObject([{ pointer: "/pin", rule: "minLength" }]);
});

it("sorts by what the owner is known by", async () => {
  const answer = await api.list("speeddials", { rows: 10_000, order_by: "username", order_by_direction: "desc" });
  const owners = await api.list("subscribers", { rows: 10_000, order_by: "username", order_by_direction: "desc" });
  const ids = (list: Answer, resource: string) => embedded(list, resource).map((one) => one.id);
  expect(ids(answer, "speeddials")).toEqual(ids(owners, "subscribers"));
});

describe("whoever does not see the owner", () => {
  it("sees no settings, and changes none", async () => {
    const stranger = await platform.as("spreeklang");
    expect((await stranger.read("speeddials", id)).status).toBe(404);
    const change = await stranger.patch("speeddials", id, [{ op: "add", path: "/speeddials/-", value: dial("*1") }]);
    expect(change.status).toBe(404);
    const own = Number((await stranger.list("subscribers", { rows: 1 })).body?.total_count);
    expect(own).toBeGreaterThan(0);
    await expect(total({}, stranger)).resolves.toBe(own);
  });

  it("is anybody, once the owner is terminated: then what was stored is gone as well", async () => {
    await api.patch("speeddials", id, [{ op: "add", path: "/speeddials/-", value: dial("*1") }]);
    const before = await total();
    expect((await api.request("DELETE", `/api/subscribers/${id}`)).status, username).toBe(204);
    expect((await api.read("speeddials", id)).status).toBe(404);
    expect((await api.request("PUT", `/api/speeddials/${id}`, { speeddials: [] })).status).toBe(404);
    await expect(total()).resolves.toBe(before - 1);
    const { kysely } = platform.database;
    const entries = kysely.selectFrom("journals").select(["operation"]).where("resource_name", "=", "speeddials");
    const rows = await entries.where("resource_id", "=", id).orderBy("id", "desc").limit(1).execute();
    expect(rows).toEqual([{ operation: "delete" }]);
    const stored = kysely.selectFrom("speeddials").select("id").where("id", "=", id);
    await expect(stored.execute()).resolves.toEqual([]);
  });
});
