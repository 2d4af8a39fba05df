import { toRfc3339 } from "../../core/dateTime.ts";
import type { SeedRow, SeedTables } from "./insertRows.ts";
import { Random } from "./random.ts";

const HOUR_MS = 3_600_000;
/** Share of lines with messages. */
const SHARE = 0.12;
const texts = [
  "On my way, ten minutes late.",
  "Your appointment is tomorrow at 9:30. Reply STOP to cancel.",
  "Please call back when you are in the office.",
  "The parcel is at reception.",
] as const;

const kinds = [
  { direction: "in", status: "received", reason: "accepted" },
  { direction: "out", status: "ok", reason: "accepted" },
  { direction: "forward", status: "ok", reason: "forwarded" },
  { direction: "out", status: "failed", reason: "no_gateway" },
] as const;

/** Text messages of some lines of each reseller from the days before `now`. */
export function buildMessages({ subscribers = [], numbers = [] }: SeedTables, now: Date): readonly SeedRow[] {
  const random = new Random(160);
  const primary = new Map(numbers.filter(({ is_primary }) => is_primary).map((row) => [row.subscriber_id, row.number]));
  const rows: SeedRow[] = [];
  const lines = subscribers.filter(
    ({ id, status, is_pbx_group }) => status === "active" && !is_pbx_group && primary.has(id),
  );
  for (const [index, { id, reseller_id }] of lines.entries()) {
    // Always for the first line, which users see first.
    if (index > 0 && !random.chance(SHARE)) continue;
    const own = String(primary.get(id));
    for (const kind of kinds.slice(0, index === 0 ? kinds.length : random.integer(1, kinds.length))) {
      const other = own.replace(/\d{6}$/, `7009${String(random.integer(10, 99))}`);
      const isIncoming = kind.direction === "in";
      rows.push({
        id: rows.length + 1,
        reseller_id,
        subscriber_id: id,
        ...kind,
        caller: isIncoming ? other : own,
        callee: isIncoming ? own : other,
        text: random.pick(texts),
        cli: own,
        time: toRfc3339(new Date(now.getTime() - random.integer(1, 200) * HOUR_MS)),
      });
    }
  }
  return rows;
}
