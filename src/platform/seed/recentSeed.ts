import { type Kysely, sql } from "kysely";
import { toRfc3339 } from "../../core/dateTime.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { buildCalls } from "./callSeed.ts";
import { buildCaptures } from "./captureSeed.ts";
import { buildEvents } from "./eventSeed.ts";
import { addFaxDocuments, buildFaxes } from "./faxSeed.ts";
import type { SeedRow } from "./insertRows.ts";
import { insertRows, type SeedTables } from "./insertRows.ts";
import { buildMessages } from "./messageSeed.ts";
import { Random } from "./random.ts";
import { addRecordedSounds, buildRecordings } from "./recordingSeed.ts";
import { buildRegistrations } from "./registrationSeed.ts";
import { addVoices, buildVoicemails } from "./voicemailSeed.ts";

const MINUTE_MS = 60_000;
const EACH = 3;
/** How calls are reported: by a feature code during the call, or in the customer self-care panel. */
const SOURCES = ["mcid", "csc"];

/** Reported calls: the latest external calls to lines of each reseller. */
function buildMaliciousCalls({ subscribers = [], resellers = [] }: SeedTables, calls: readonly SeedRow[]) {
  const random = new Random(112);
  const uuids = new Map(subscribers.map(({ id, uuid }) => [id, uuid]));
  const reported = calls.filter(
    (call) =>
      call.destination_subscriber_id !== null &&
      call.source_subscriber_id === null &&
      call.call_status === "ok" &&
      Number(call.duration) < 40,
  );
  const chosen = resellers.flatMap(({ id }) =>
    reported.filter((call) => call.destination_reseller_id === id).slice(-EACH),
  );
  return chosen.map((call, index): SeedRow => {
    const end = Date.parse(String(call.start_time)) + Number(call.duration) * 1000;
    return {
      id: index + 1,
      reseller_id: call.destination_reseller_id,
      callee_uuid: uuids.get(call.destination_subscriber_id),
      call_id: call.call_id,
      caller: call.source_cli,
      callee: call.destination_user_in,
      start_time: call.start_time,
      duration: call.duration,
      source: SOURCES[index % SOURCES.length],
      reported_at: toRfc3339(new Date(end + random.integer(1, 9) * MINUTE_MS)),
    };
  });
}

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
