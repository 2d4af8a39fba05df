import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Condition, WireRecord } from "../../src/core/schema/descriptor.ts";
import { storage } from "../../src/generated/tables.gen.ts";
import { demonstrationUntilEnd } from "../support/demonstration.ts";
import { descriptorOf, World } from "../support/world.ts";

const platform = await demonstrationUntilEnd();
/** Creates records of every resource. */
const maker = await platform.as("administrator");
maker.lend("interceptions", await platform.as("intercept"));
// A separate reseller, as the others are needed afterwards.
const reseller = await new World(maker, 2, { mark: "maker" }).make("resellers");
const world = new World(maker, reseller, { mark: "end", firstDigits: 930_000 });

const countOf = async (resource: string, by: string, id: number) => {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table(storage[resource]?.name ?? "")} where ${sql.ref(by)} = ${id}`.execute(
    platform.database.kysely,
  );
  return Number(rows[0]?.count);
};

/** Values that meet the condition of the owner field. */
function conditionValues(when: Condition = {}): WireRecord {
  const isValue = (value: unknown) => value === null || typeof value !== "object";
  return Object.fromEntries(Object.entries(when).filter(([, value]) => isValue(value))) as WireRecord;
}

// Subscribers first, as deleting the reseller deletes their references.
describe.each(["subscribers", "resellers"])("terminating one of the %s", (owner) => {
  it("deletes everything that belongs to it and has no status", async () => {
    const ends = storage[owner]?.statusDependents;
    const id = await world.shared(owner);
    const belongings = ends?.dependents ?? [];
    for (const { resource, reference: by } of belongings) {
      const { operations, fields } = descriptorOf(resource);
      const owned = fields.find(({ name }) => name === by);
      // Records that the platform creates are only checked afterwards.
      const isCreatable = operations.includes("create") && owned?.derive === undefined;
      // Another record may have brought one along.
      if (!isCreatable || (await countOf(resource, by, id)) > 0) continue;
      const record = { ...(await world.valid(resource, undefined, { [by]: id })), ...conditionValues(owned?.when) };
      await maker.create(resource, { ...record, [by]: id, ...(resource === "admins" ? { role: "reseller" } : {}) });
      expect(await countOf(resource, by, id), `${resource} before`).toBeGreaterThan(0);
    }
    const answer = await maker.patch(owner, id, [{ op: "replace", path: `/${ends?.field}`, value: ends?.value }]);
    expect(answer.status, answer.text).toBe(204);
    for (const { resource, reference: by } of belongings) expect(await countOf(resource, by, id), resource).toBe(0);
  });
});
