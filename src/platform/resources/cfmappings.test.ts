import { expect, it } from "vitest";
import { errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { Json } from "../../core/schema/descriptor.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

const put = (id: number, body: object) => api.request("PUT", `/api/cfmappings/${id}`, body);
const read = async (id: number) => (await api.read("cfmappings", id)).body ?? {};
const forwards = async (id: number, type: string) => (await read(id))[type] as unknown as Record<string, Json>[];
const setsOf = (subscriber_id: number, names: readonly string[]) =>
  Promise.all(
    names.map((name) =>
      api.create("cfdestinationsets", { subscriber_id, name, destinations: [{ destination: "voicebox" }] }),
    ),
  );

it("accepts sets by id and by name, and returns both", async () => {
  const [first] = await setsOf(3, ["Reception", "Second"]);
  const sent = { cfb: [{ destinationset_id: first }], cfu: [{ destinationset: "Second", enabled: false }] };
  expect((await put(3, sent)).status).toBe(204);
  expect(await forwards(3, "cfb")).toEqual([
    expect.objectContaining({
      destinationset_id: first,
      destinationset: "Reception",
      timeset: null,
      timeset_id: null,
      enabled: true,
      use_redirection: false,
    }),
  ]);
  expect(await forwards(3, "cfu")).toEqual([expect.objectContaining({ destinationset: "Second", enabled: false })]);
  const unknown = await put(3, { cfb: [{ destinationset: "Nobody's" }] });
  expect(errorsOf(unknown)).toEqual(["/cfb/0/destinationset_id rules.reference"]);
});

it("takes a hundred ways to forward of a kind, and refuses thousands before it looks for their sets", async () => {
  const [set] = await setsOf(6, ["Many"]);
  const many = (count: number) => Array.from({ length: count }, () => ({ destinationset: "Many" }));
  expect((await put(6, { cfu: many(100) })).status).toBe(204);
  const unknown = Array.from({ length: 8000 }, (_, index) => ({ destinationset: `Nobody's ${index}` }));
  expect(errorsOf(await put(6, { cfu: unknown, cfb: many(101) }))).toEqual([
    "/cfu rules.maxItems",
    "/cfb rules.maxItems",
  ]);
  const patch = [{ op: "add", path: "/cfu/-", value: { destinationset_id: set } }];
  expect(errorsOf(await api.patch("cfmappings", 6, patch))).toEqual(["/cfu rules.maxItems"]);
  expect(await forwards(6, "cfu")).toHaveLength(100);
});

it("clears and changes sets by id or name, whichever was changed", async () => {
  const [first, second] = await setsOf(9, ["First", "Second"]);
  const make = (name: string) => api.create("cftimesets", { subscriber_id: 9, name, times: [{ wday: "2-6" }] });
  const [office, home] = [await make("Office"), await make("Home")];
  await put(9, { cfu: [{ destinationset_id: first, timeset_id: office }, { destinationset_id: second }] });
  const change = async (
    members: object,
    index = 0,
    others: (list: Record<string, Json>[]) => Json[] = (list) => list,
  ) => {
    const list = (await forwards(9, "cfu")).map((one, at) => (at === index ? { ...one, ...members } : one));
    const answer = await put(9, { cfu: others(list) });
    const pairs = (await forwards(9, "cfu")).map(({ timeset_id: id, timeset: name }) => [id, name]);
    return answer.status === 204 ? pairs : errorsOf(answer);
  };
  const nothing = [null, null];
  expect(await change({ timeset_id: null })).toEqual([nothing, nothing]);
  const stored = platform.database.kysely.selectFrom("cfmappings").select("cfu").where("id", "=", 9);
  expect((await stored.executeTakeFirstOrThrow()).cfu?.[0]).not.toHaveProperty("timeset_id");
  expect(await change({ timeset: "Home" })).toEqual([[home, "Home"], nothing]);
  expect(await change({ timeset_id: office })).toEqual([[office, "Office"], nothing]);
  expect(await change({ timeset: "" })).toEqual([nothing, nothing]);
  expect(await change({ timeset_id: office, timeset: "Office" })).toEqual([[office, "Office"], nothing]);
  // The other entry removed, with server-set fields: the names identify it.
  const alone = (list: Record<string, Json>[]) => list.slice(0, 1).map(({ cfm_id, ...one }) => one);
  expect(await change({ timeset_id: null }, 0, alone)).toEqual([nothing]);
  const contrary = await change({ timeset_id: office, timeset: "Home" });
  expect(contrary).toEqual(["/cfu/0/timeset_id rules.business.aliasesDiffer"]);
  expect(await change({ timeset: "Nobody's" })).toEqual(["/cfu/0/timeset_id rules.reference"]);
});

it("rings for 15 seconds by default", async () => {
  const [set] = await setsOf(6, ["Later"]);
  await put(6, { cft: [{ destinationset_id: set }] });
  expect((await read(6)).cft_ringtimeout).toBe(15);
  await put(6, { cft: [{ destinationset_id: set }], cft_ringtimeout: 40 });
  expect((await read(6)).cft_ringtimeout).toBe(40);
});

it("resets the ring time once no forward uses it", async () => {
  const [set] = await setsOf(10, ["Gone"]);
  const cft = [{ destinationset_id: set ?? null }];
  await put(10, { cft, cft_ringtimeout: 40 });
  await put(10, { cft: [], cft_ringtimeout: 40 });
  expect((await read(10)).cft_ringtimeout).toBe(15);
  await put(10, { cft, cft_ringtimeout: 50 });
  expect((await api.patch("cfmappings", 10, [{ op: "replace", path: "/cft", value: [] }])).status).toBe(204);
  expect((await read(10)).cft_ringtimeout).toBe(15);
});

it("keeps the id of a forward that is disabled or moved", async () => {
  const [one, two] = await setsOf(7, ["One", "Two"]);
  await put(7, { cfu: [{ destinationset_id: one }, { destinationset_id: two }] });
  const before = await forwards(7, "cfu");
  await put(7, { cfu: [{ destinationset_id: two, enabled: false }, { destinationset_id: one }] });
  const numbers = (await forwards(7, "cfu")).map(({ cfm_id }) => cfm_id);
  expect(numbers).toEqual([before[1]?.cfm_id, before[0]?.cfm_id]);
  expect(new Set(numbers).size).toBe(2);
});

it("prevents the deletion of a set in use, and counts its uses", async () => {
  const [set] = await setsOf(8, ["Used"]);
  await put(8, { cfu: [{ destinationset_id: set }], cfb: [{ destinationset_id: set }] });
  expect((await api.read("cfdestinationsets", Number(set))).body?.usage_count).toBe(2);
  expect((await api.request("DELETE", `/api/cfdestinationsets/${set}`)).status).toBe(423);
  await put(8, { cfu: [], cfb: [] });
  expect((await api.request("DELETE", `/api/cfdestinationsets/${set}`)).status).toBe(204);
});
