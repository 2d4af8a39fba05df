import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Api, embedded } from "../../../tests/support/api.ts";
import { type Demonstration, startDemonstration } from "../../../tests/support/demonstration.ts";
import type { Json } from "../../core/descriptor.ts";

let platform: Demonstration;
let api: Api;

beforeAll(async () => {
  platform = await startDemonstration();
  api = await platform.as("administrator");
}, 60_000);
afterAll(() => platform.close());

const errorsOf = ({ status, body }: Answer) => [
  status,
  ...((body?.errors ?? []) as unknown as { pointer: string; key: string }[]).map(
    ({ pointer, key }) => `${pointer} ${key}`,
  ),
];
const location = (name: string, blocks: Json[]) => ({ contract_id: 2, name, description: "Site", blocks });
const send = (blocks: Json[]) => api.request("POST", "/api/customerlocations/", location("Wrong", blocks));

describe("a customer's location", () => {
  it("has blocks of addresses with masks that fit", async () => {
    expect(errorsOf(await send([{ ip: "192.0.2.1" }, { ip: "192.0.2.300" }]))).toEqual([
      422,
      "/blocks/1/ip rules.format.ip",
    ]);
    expect(errorsOf(await send([{ ip: "192.0.2.0", mask: 33 }]))).toEqual([422, "/blocks/0/mask rules.maximum"]);
    expect(errorsOf(await send([{ ip: "2001:db8::", mask: 129 }]))).toEqual([422, "/blocks/0/mask rules.maximum"]);
    expect(errorsOf(await send([{ mask: 24 }]))).toEqual([422, "/blocks/0/ip rules.required"]);
    expect((await send([{ ip: "2001:db8::", mask: 64 }])).status).toBe(201);
  });

  it("is found by any address in its blocks", async () => {
    await api.create(
      "customerlocations",
      location("Office", [{ ip: "203.0.113.64", mask: 26 }, { ip: "198.51.100.7" }]),
    );
    await api.create("customerlocations", location("Shop", [{ ip: "2001:db8:5::", mask: 48 }]));
    const found = async (ip: string) =>
      embedded(await api.list("customerlocations", { ip, contract_id: 2, name: "*o*" }), "customerlocations").map(
        ({ name }) => name,
      );
    expect(await found("203.0.113.100")).toEqual(["Office"]);
    expect(await found("198.51.100.7")).toEqual(["Office"]);
    expect(await found("2001:db8:5:1::9")).toEqual(["Shop"]);
    expect(await found("203.0.113.63")).toEqual([]);
    expect(await found("nowhere")).toEqual([]);
  });
});
