import { toRfc3339 } from "../../core/dateTime.ts";
import type { SeedRow, SeedTables } from "./insertRows.ts";
import { Random } from "./random.ts";

const MINUTE_MS = 60_000;
const EACH = 3;
/** How calls are reported: by a feature code during the call, or in the customer self-care panel. */
const SOURCES = ["mcid", "csc"];

/** Reported calls: the latest external calls to lines of each reseller. */
export function buildMaliciousCalls({ subscribers = [], resellers = [] }: SeedTables, calls: readonly SeedRow[]) {
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
