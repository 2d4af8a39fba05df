import { sql } from "kysely";
import type { Change } from "../../core/dashboardAnswers.ts";
import type { WireRecord } from "../../core/descriptor.ts";
import type { Reading } from "../entityHooks.ts";
import type { StoredEntry } from "../operations/journal.ts";
import { titledRecords } from "../operations/titledRecords.ts";
import type { Plans } from "../plan/resourcePlan.ts";
import { readGrant } from "../rights.ts";

/** Entries fetched per change wanted: several in a row may be hidden from the caller. */
const LOOKED_AT = 4;

/** The newest changes that the caller sees, one per record, newest first. */
export async function newestChanges(reading: Reading, plans: Plans, limit: number): Promise<Change[]> {
  const { db, actor } = reading;
  const names = [...plans.values()]
    .filter(({ descriptor }) => descriptor.journal && readGrant(actor, descriptor) === "all")
    .map(({ name }) => name);
  if (names.length === 0) return [];
  const own = actor.resellerId === null ? sql`` : sql` and reseller_id = ${actor.resellerId}`;
  const { rows } = await sql<StoredEntry & { existing: boolean }>`
    select id, resource_name, resource_id, operation, timestamp, username from journals
    where resource_name in (${sql.join(names)}) and resource_id > 0 and operation <> 'reveal'${own}
    order by id desc limit ${limit * LOOKED_AT}`.execute(db);
  const newest = [
    ...new Map(rows.toReversed().map((row) => [`${row.resource_name} ${row.resource_id}`, row])).values(),
  ];
  newest.sort((one, other) => other.id - one.id);
  const known = await recordsBehind(reading, plans, newest);
  return newest
    .flatMap((row): Change[] => {
      const record = known.get(`${row.resource_name} ${row.resource_id}`) ?? null;
      if (record === null && row.operation !== "delete") return [];
      return [
        {
          id: row.id,
          resource: String(row.resource_name),
          record_id: Number(row.resource_id),
          operation: String(row.operation),
          timestamp: String(row.timestamp),
          username: String(row.username),
          record,
        },
      ];
    })
    .slice(0, limit);
}

async function recordsBehind(reading: Reading, plans: Plans, rows: readonly StoredEntry[]) {
  const byResource = new Map<string, number[]>();
  for (const { resource_name, resource_id } of rows) {
    const name = String(resource_name);
    byResource.set(name, [...(byResource.get(name) ?? []), Number(resource_id)]);
  }
  const known = new Map<string, WireRecord>();
  for (const [name, ids] of byResource) {
    const plan = plans.get(name);
    const records = plan ? await titledRecords(reading, plans, plan, ids) : [];
    for (const record of records) known.set(`${name} ${record.id}`, record);
  }
  return known;
}
