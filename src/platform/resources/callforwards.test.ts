import { expect, it } from "vitest";
import { embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { Json } from "../../core/schema/descriptor.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

type Members = Record<string, Json>;

const put = (id: number, body: object) => api.request("PUT", `/api/callforwards/${id}`, body);
const simple = async (id: number, type: string) => (await api.read("callforwards", id)).body?.[type] as Members;
const mappings = async (id: number, type: string) =>
  (await api.read("cfmappings", id)).body?.[type] as unknown as Members[];
const setsOf = async (resource: string, subscriber_id: number) =>
  embedded(await api.list(resource, { subscriber_id }), resource).map(({ name }) => name);

const office = {
  destinations: [{ destination: "sip:4412345@sip.example", timeout: 20 }],
  times: [{ wday: "2-6", hour: "8-17" }],
  sources: [{ source: "43*" }],
  sources_mode: "blacklist",
};

it("writes mappings that cfmappings reads, with sets named after the type", async () => {
  expect((await put(3, { cfu: office, cft: { destinations: [{ destination: "voicebox" }] } })).status).toBe(204);
  expect(await mappings(3, "cfu")).toEqual([
    expect.objectContaining({
      destinationset: "quickset_cfu",
      timeset: "quickset_cfu",
      sourceset: "quickset_cfu",
      bnumberset: null,
      enabled: true,
    }),
  ]);
  const { body } = await api.read("cfmappings", 3);
  expect(body).toMatchObject({ cft_ringtimeout: 15, cft: [{ destinationset: "quickset_cft", timeset: null }] });
  const numbers = [...(await mappings(3, "cfu")), ...(await mappings(3, "cft"))].map(({ cfm_id }) => cfm_id);
  expect(new Set(numbers).size).toBe(2);
  expect(await simple(3, "cfu")).toMatchObject({
    ...office,
    destinations: [{ simple_destination: "4412345", timeout: 20, priority: 1 }],
    bnumbers: [],
    source_set: { name: "quickset_cfu", mode: "blacklist", subscriber_id: 3, own: 1 },
  });
});

it("reads what cfmappings writes, and leaves unchanged sets alone", async () => {
  const destinations = [{ destination: "sip:1@sip.example", timeout: 30, priority: 2 }];
  const set = await api.create("cfdestinationsets", { subscriber_id: 4, name: "Reception", destinations });
  await api.request("PUT", "/api/cfmappings/4", {
    cfb: [{ destinationset_id: set, enabled: false }, { destinationset_id: set }],
    cft: [{ destinationset_id: set }],
    cft_ringtimeout: 33,
  });
  expect(await simple(4, "cfb")).toMatchObject({ destinations, destination_set: { id: set, name: "Reception" } });
  expect((await simple(4, "cft")).ringtimeout).toBe(33);
  const { body } = await api.read("callforwards", 4);
  expect((await put(4, { ...body, cfna: office })).status).toBe(204);
  expect(await mappings(4, "cfb")).toMatchObject([
    { destinationset_id: set, enabled: false },
    { destinationset_id: set },
  ]);
  expect(await setsOf("cfdestinationsets", 4)).toEqual(expect.arrayContaining(["Reception", "quickset_cfna"]));
  expect((await api.read("cfmappings", 4)).body?.cft_ringtimeout).toBe(33);
});

it("changes the version of both forms", async () => {
  const etag = async (resource: string) => (await api.request("GET", `/api/${resource}/5`)).headers.etag;
  await put(5, { cfu: office });
  const before = await etag("cfmappings");
  await put(5, { cfu: { ...office, destinations: [{ destination: "sip:2@sip.example" }] } });
  expect(await etag("cfmappings")).not.toBe(before);
  expect(await etag("callforwards")).toBe(await etag("cfmappings"));
});

it("deletes unused sets", async () => {
  await put(6, { cfu: office });
  await put(6, { cfu: { ...office, times: [], sources: [] } });
  expect([await setsOf("cftimesets", 6), await setsOf("cfsourcesets", 6)]).toEqual([[], []]);
  expect(await setsOf("cfdestinationsets", 6)).toContain("quickset_cfu");
  await put(6, {});
  expect(await mappings(6, "cfu")).toEqual([]);
  expect(await setsOf("cfdestinationsets", 6)).not.toContain("quickset_cfu");
});

it("is cleared by DELETE, with its sets and not with those of others", async () => {
  await api.create("cfdestinationsets", {
    subscriber_id: 7,
    name: "Kept",
    destinations: [{ destination: "voicebox" }],
  });
  await put(7, { cfu: office, cfs: office });
  expect((await api.request("DELETE", "/api/callforwards/7")).status).toBe(204);
  expect([await mappings(7, "cfu"), await mappings(7, "cfs")]).toEqual([[], []]);
  const left = await setsOf("cfdestinationsets", 7);
  expect(left).toContain("Kept");
  expect(left.filter((name) => String(name).startsWith("quickset_"))).toEqual([]);
});

it("reports malformed patterns", async () => {
  const cfb = { ...office, bnumbers: [{ bnumber: "43[" }], bnumbers_is_regex: true };
  expect(errorsOf(await put(8, { cfb }))).toEqual(["/cfb/bnumbers/0/bnumber rules.format.number-pattern"]);
  expect(await setsOf("cfbnumbersets", 8)).toEqual([]);
});

it("writes the journal of the mappings", async () => {
  await put(9, { cfo: office });
  const { body } = await api.request("GET", "/api/cfmappings/9/journal/");
  const [entry] = Object.values((body?._embedded ?? {}) as object).flat() as Members[];
  expect(entry).toMatchObject({ operation: "update" });
});
