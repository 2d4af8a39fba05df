import { type Kysely, sql } from "kysely";
import { toRfc3339 } from "../../core/dateTime.ts";
import { writeTone } from "../../core/tone.ts";
import type { Tables } from "../../generated/database.gen.ts";
import type { SeedRow, SeedTables } from "./insertRows.ts";
import { Random } from "./random.ts";

const HOUR_MS = 3_600_000;
/** Share of lines with messages. */
const SHARE = 0.15;
const transcripts = [
  "Hello, this is about the offer of last week. Please call me back before noon.",
  "The delivery comes on Thursday, not on Wednesday.",
  "Good morning, I should like to move our appointment by an hour.",
] as const;

/** New and read messages of some lines of each reseller from the days before `now`, and greetings. */
export function buildVoicemails({ subscribers = [], calls = [] }: SeedTables, now: Date): SeedTables {
  const random = new Random(2020);
  const callers = calls.filter((call) => call.destination_subscriber_id !== null).map(({ source_cli }) => source_cli);
  const voicemails: SeedRow[] = [];
  const voicemailgreetings: SeedRow[] = [];
  const lines = subscribers.filter(({ status, is_pbx_group }) => status === "active" && !is_pbx_group);
  for (const [index, { id, reseller_id }] of lines.entries()) {
    // Always for the first line, which users see first.
    if (index > 0 && !random.chance(SHARE)) continue;
    const owner = { reseller_id, subscriber_id: id };
    const count = index === 0 ? 4 : random.integer(1, 3);
    for (let message = 0; message < count; message++) {
      const time = new Date(now.getTime() - random.integer(1, 40) * (message + 1) * HOUR_MS);
      const isHeard = message > 1;
      const isWritten = random.chance(0.4);
      voicemails.push({
        ...owner,
        caller: callers.length > 0 ? random.pick(callers) : null,
        time: toRfc3339(time),
        duration: random.integer(4, 95),
        folder: isHeard ? random.pick(["Old", "Work", "Family"]) : "INBOX",
        recording: "sha256-demonstration",
        transcript_status: isWritten ? "done" : "none",
        transcript: isWritten ? random.pick(transcripts) : null,
      });
    }
    for (const dir of index === 0 ? ["unavail", "busy"] : ["unavail"]) {
      voicemailgreetings.push({ ...owner, dir, greetingfile: "sha256-demonstration" });
    }
  }
  const numbered = (rows: readonly SeedRow[]) => rows.map((row, index) => ({ id: index + 1, ...row }));
  return { voicemails: numbered(voicemails), voicemailgreetings: numbered(voicemailgreetings) };
}

/** Adds audio: a tone, higher for messages. */
export async function addVoices(db: Kysely<Tables>): Promise<void> {
  const message = writeTone({ hertz: 523, milliseconds: 600 });
  const greeting = writeTone({ hertz: 392, milliseconds: 400 });
  await sql`insert into recordfiles (resource_name, resource_id, field, media_type, file_name, content)
    select 'voicemails', id, 'recording', 'audio/x-wav', 'voicemail-' || id || '.wav', ${message}::bytea from voicemails
    union all
    select 'voicemailgreetings', id, 'greetingfile', 'audio/x-wav', dir || '.wav', ${greeting}::bytea
    from voicemailgreetings`.execute(db);
}
