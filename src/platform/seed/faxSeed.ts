import { type Kysely, sql } from "kysely";
import { toRfc3339 } from "../../core/dateTime.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { layText, writeTextPdf } from "../faxes/textPdf.ts";
import type { SeedRow, SeedTables } from "./insertRows.ts";
import { Random } from "./random.ts";

const HOUR_MS = 3_600_000;
const letter = "Order confirmation\n\nThank you for your order. The goods will be delivered on Thursday.\n";

/** Faxes of the lines that have fax settings, from the days before `now`. */
export function buildFaxes(
  { subscribers = [], numbers = [], faxserversettings = [] }: SeedTables,
  now: Date,
): readonly SeedRow[] {
  const random = new Random(38);
  const owners = new Map(subscribers.map((row) => [row.id, row]));
  const primary = new Map(numbers.filter(({ is_primary }) => is_primary).map((row) => [row.subscriber_id, row.number]));
  const rows: SeedRow[] = [];
  for (const { id } of faxserversettings) {
    const owner = owners.get(id);
    const number = primary.get(id);
    if (owner?.status !== "active" || number === undefined) continue;
    const own = String(number);
    for (let count = random.integer(1, 3); count > 0; count--) {
      const isIncoming = random.chance(0.6);
      const other = own.replace(/\d{6}$/, `7009${random.integer(10, 99)}`);
      rows.push({
        id: rows.length + 1,
        reseller_id: owner.reseller_id,
        subscriber_id: id,
        direction: isIncoming ? "in" : "out",
        caller: isIncoming ? other : own,
        callee: isIncoming ? own : other,
        faxfile: "sha256-demonstration",
        quality: random.pick(["normal", "fine"]),
        status: "ok",
        reason: "transmitted",
        filename: `fax-${rows.length + 1}.pdf`,
        duration: random.integer(25, 70),
        pages: 1,
        signal_rate: 14_400,
        sid: random.digits(9),
        time: toRfc3339(new Date(now.getTime() - random.integer(1, 300) * HOUR_MS)),
      });
    }
  }
  return rows;
}

/** Adds their documents. */
export async function addFaxDocuments(db: Kysely<Tables>, now: Date): Promise<void> {
  const document = await writeTextPdf({ pages: layText(letter), header: "", created: now });
  await sql`insert into recordfiles (resource_name, resource_id, field, media_type, file_name, content)
    select 'faxes', id, 'faxfile', 'application/pdf', filename, ${document}::bytea from faxes`.execute(db);
}
