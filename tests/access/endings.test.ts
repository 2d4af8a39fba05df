import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Condition, WireRecord } from "../../src/core/descriptor.ts";
import { storage } from "../../src/generated/tables.gen.ts";
import type { Api } from "../support/api.ts";
import { type Demonstration, startDemonstration } from "../support/demonstration.ts";
import { descriptorOf, World } from "../support/world.ts";

let platform: Demonstration;
let world: World;
/** Makes records of everything. */
let maker: Api;

beforeAll(async () => {
  platform = await startDemonstration();
  maker = await platform.as("administrator");
  maker.lend("interceptions", await platform.as("intercept"));
  // A reseller of its own, which nothing else needs afterwards.
  const reseller = await new World(maker, 2, { mark: "maker" }).make("resellers");
  world = new World(maker, reseller, { mark: "end", firstDigits: 930_000 });
}, 120_000);
afterAll(() => platform.close());

const countOf = async (resource: string, by: string, id: number) => {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table(storage[resource]?.name ?? "")} where ${sql.ref(by)} = ${id}`.execute(
    platform.database.kysely,
  );
  return Number(rows[0]?.count);
};

/** Values with which the field that says whose the record is exists. */
function onesOwnCase(when: Condition = {}): WireRecord {
  const isValue = (value: unknown) => value === null || typeof value !== "object";
  return Object.fromEntries(Object.entries(when).filter(([, value]) => isValue(value))) as WireRecord;
}

// Subscribers first: the reseller's end is the end of all that the others need.
describe.each(["subscribers", "resellers"])("the end of one of the %s", (owner) => {
  it("takes along whatever belongs to it and has no status of its own", async () => {
    const ends = storage[owner]?.ends;
    const id = await world.shared(owner);
    const belongings = ends?.erases ?? [];
    for (const { resource, by } of belongings) {
      const { operations, fields } = descriptorOf(resource);
      const owned = fields.find(({ name }) => name === by);
      // What the platform makes, and what comes with another record of these, is only looked for afterwards.
      const isMade = operations.includes("create") && owned?.derive === undefined;
      // One may have come along with another already.
      if (!isMade || (await countOf(resource, by, id)) > 0) continue;
      const record = { ...(await world.valid(resource)), ...onesOwnCase(owned?.when) };
      await maker.create(resource, { ...record, [by]: id, ...(resource === "admins" ? { role: "reseller" } : {}) });
      expect(await countOf(resource, by, id), `${resource} before`).toBeGreaterThan(0);
    }
    const answer = await maker.patch(owner, id, [{ op: "replace", path: `/${ends?.field}`, value: ends?.value }]);
    expect(answer.status, answer.text).toBe(204);
    for (const { resource, by } of belongings) expect(await countOf(resource, by, id), resource).toBe(0);
  });
});
