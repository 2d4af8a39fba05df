import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { embedded, errorsOf } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { Json } from "../../core/schema/descriptor.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

const location = (name: string, blocks: Json[]) => ({ contract_id: 2, name, description: "Site", blocks });
const send = (blocks: Json[]) => api.request("POST", "/api/customerlocations/", location("Wrong", blocks));

describe("a customer's location", () => {
  it("has address blocks with valid masks", async () => {
    expect(errorsOf(await send([{ ip: "192.0.2.1" }, { ip: "192.0.2.300" }]))).toEqual([
      "/blocks/1/ip rules.format.ip",
    ]);
    expect(errorsOf(await send([{ ip: "192.0.2.0", mask: 33 }]))).toEqual(["/blocks/0/mask rules.maximum"]);
    expect(errorsOf(await send([{ ip: "2001:db8::", mask: 129 }]))).toEqual(["/blocks/0/mask rules.maximum"]);
    expect(errorsOf(await send([{ mask: 24 }]))).toEqual(["/blocks/0/ip rules.required"]);
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
    for (const ip of ["2001:db8:5:1::9", "2001:DB8:5:1:0::9", "2001:0db8:0005:0001:0:0:0:0009"])
      expect(await found(ip)).toEqual(["Shop"]);
    expect(await found("203.0.113.63")).toEqual([]);
    expect(await found("nowhere")).toEqual([]);
  });
});

describe("preferences of a customer by location", () => {
  const of = (query = "") => `/api/customerpreferences/2${query}`;
  const read = async (query?: string) => (await api.request("GET", of(query))).body;
  const set = (query: string, value: number) =>
    api.request("PATCH", of(query), [{ op: "add", path: "/concurrent_max", value }]);

  it("are separate from its own and those of other locations, and deleted with the location", async () => {
    const [office, shop] = await Promise.all(
      ["North", "South"].map((name) => api.create("customerlocations", location(name, []))),
    );
    const before = (await read())?.concurrent_max;
    expect((await set(`?location_id=${office}`, 7)).status).toBe(204);
    expect(await read(`?location_id=${office}`)).toMatchObject({
      customer_id: 2,
      location_id: office,
      concurrent_max: 7,
    });
    expect((await read(`?location_id=${shop}`))?.concurrent_max).toBeUndefined();
    expect((await read())?.concurrent_max).toBe(before);
    await api.request("DELETE", `/api/customerlocations/${office}`);
    const { rows } = await sql`
      select 1 from preferences where owner_kind = 'customerlocations' and owner_id = ${office}`.execute(
      platform.database.kysely,
    );
    expect(rows).toEqual([]);
  });

  it("exist for its own locations only", async () => {
    const other = await api.create("customerlocations", { ...location("Elsewhere", []), contract_id: 3 });
    for (const id of [other, 999_999]) {
      const answer = await api.request("GET", of(`?location_id=${id}`));
      expect(errorsOf(answer)).toEqual(["/location_id rules.reference"]);
      expect(errorsOf(await set(`?location_id=${id}`, 3))).toEqual(["/location_id rules.reference"]);
    }
  });
});
