import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { buildCalls } from "./callSeed.ts";
import { buildCaptures } from "./captureSeed.ts";
import { buildEvents } from "./eventSeed.ts";
import { addFaxDocuments, buildFaxes } from "./faxSeed.ts";
import { insertRows, type SeedTables } from "./insertRows.ts";
import { buildMaliciousCalls } from "./maliciousSeed.ts";
import { buildMessages } from "./messageSeed.ts";
import { addRecordedSounds, buildRecordings } from "./recordingSeed.ts";
import { buildRegistrations } from "./registrationSeed.ts";
import { addVoices, buildVoicemails } from "./voicemailSeed.ts";

/**
 * Data of the demonstration relative to its first start: password ages, calls, recordings, malicious calls, captured
 * calls, registrations, voicemails, and vouchers that expire in the next weeks. All other data has fixed dates.
 */
export async function addRecent(db: Kysely<Tables>, tables: SeedTables, now: Date): Promise<void> {
  await db.updateTable("admins").set({ password_changed_at: now }).execute();
  const calls = buildCalls(tables, now);
  const recordings = buildRecordings(calls);
  await insertRows(db, {
    calls,
    ...recordings,
    events: buildEvents(tables),
    maliciouscalls: buildMaliciousCalls(tables, calls),
    faxes: buildFaxes(tables, now),
    sms: buildMessages(tables, now),
    sip_trace: buildCaptures(tables, now),
    subscriberregistrations: buildRegistrations(tables, now),
    ...buildVoicemails({ ...tables, calls }, now),
  });
  await addVoices(db);
  await addRecordedSounds(db, recordings.callrecordingstreams);
  await addFaxDocuments(db, now);
  await sql`update vouchers set valid_until = ${now}::timestamptz + (reseller_id * 5) * interval '1 day'
    where id in (select max(id) from vouchers where valid_until > ${now} group by reseller_id)`.execute(db);
}
