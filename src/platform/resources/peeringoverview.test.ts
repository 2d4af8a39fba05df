import { expect, it } from "vitest";
import { embedded, idFromLocation } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";

const create = async (resource: string, record: WireRecord) =>
  idFromLocation(await api.request("POST", `/api/${resource}/`, record));
const ways = async (filters: WireRecord = {}) =>
  embedded(await api.list("peeringoverview", { group_id: group, order_by: "id", ...filters }), "peeringoverview");

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
const [contract] = embedded(await api.list("contracts", { type: "sippeering", rows: 1 }), "contracts");
const group = await create("peeringgroups", { contract_id: contract?.id ?? null, name: "Northern", priority: 3 });
await create("peeringrules", { group_id: group, callee_prefix: "4670", description: "Mobile", stopper: false });
await create("peeringinboundrules", { group_id: group, field: "from_user", pattern: "^900", priority: 5 });

it("has a row for each rule and server, and one where there is no server", async () => {
  expect(await ways()).toMatchObject([
    { direction: "outbound", rule: "Mobile", callee_prefix: "4670", field: null, server_id: null, group_priority: 3 },
    { direction: "inbound", rule: "^900", callee_prefix: null, field: "from_user", server_id: null, rule_priority: 5 },
  ]);
  const server = { group_id: group, ip: "192.0.2.70", port: 5060, weight: 7 };
  const first = await create("peeringservers", { ...server, name: "north-1" });
  const second = await create("peeringservers", { ...server, name: "north-2", host: "two.example", enabled: false });
  const all = await ways();
  expect(all.map((way) => [way.direction, way.server_id, way.server_enabled])).toEqual([
    ["outbound", first, true],
    ["outbound", second, false],
    ["inbound", first, true],
    ["inbound", second, false],
  ]);
  for (const { id, direction, server_id } of all) {
    expect((await api.read("peeringoverview", Number(id))).body).toMatchObject({ direction, server_id });
  }
});

it("is searched in the texts that it shows, by the platform alone", async () => {
  const found = async (search: string) => (await ways({ search })).map((way) => way.rule);
  expect(await found("467")).toEqual(["Mobile", "Mobile"]);
  expect(await found("mobile")).toEqual(["Mobile", "Mobile"]);
  expect(await found("192.0.2.70")).toHaveLength(4);
  expect(await found("nothing")).toEqual([]);
  const reseller = await platform.as("albion-voice");
  expect((await reseller.request("GET", "/api/peeringoverview/")).status).toBe(403);
});
