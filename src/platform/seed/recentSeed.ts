import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../db/tables.ts";
import { buildCalls } from "./callSeed.ts";
import { insertRows, type SeedTables } from "./insertRows.ts";
import { buildMaliciousCalls } from "./maliciousSeed.ts";
import { buildRegistrations } from "./registrationSeed.ts";
import { addVoices, buildVoicemails } from "./voicemailSeed.ts";

/**
 * What of the demonstration is counted from the day of its first start: passwords of today, calls until now and those
 * reported, registered devices, voicemails, and vouchers that end in the next weeks. All the rest stands still at a day of the past.
 */
export async function addRecent(db: Kysely<AnyTables>, tables: SeedTables, now: Date): Promise<void> {
  await sql`update admins set password_changed_at = ${now}`.execute(db);
  const calllists = buildCalls(tables, now);
  await insertRows(db, {
    calllists,
    maliciouscalls: buildMaliciousCalls(tables, calllists),
    subscriberregistrations: buildRegistrations(tables, now),
    ...buildVoicemails({ ...tables, calllists }, now),
  });
  await addVoices(db);
  await sql`update vouchers set valid_until = ${now}::timestamptz + (reseller_id * 5) * interval '1 day'
    where id in (select max(id) from vouchers where valid_until > ${now} group by reseller_id)`.execute(db);
}
