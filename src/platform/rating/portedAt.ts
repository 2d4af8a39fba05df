import { sql } from "kysely";
import { toPlatformTime } from "../../core/dateTime.ts";
import type { FeeQuestion } from "../../core/rating/feeQuestion.ts";
import { inForceOn } from "../entities/lnpnumbers.ts";
import type { Reading } from "../entityHooks.ts";

/** The entry of a number among ported ones on the day of a call: of several, the one that started last. */
export async function portedAt(
  { db }: Pick<Reading, "db">,
  number: string,
  start: Date,
  zone: string,
): Promise<NonNullable<FeeQuestion["ported"]> | null> {
  const [day = ""] = toPlatformTime(start, zone).split(" ");
  const found = await db
    .selectFrom("lnpnumbers as table")
    .select(["table.carrier_id", "table.type"])
    .where("table.number", "=", number)
    .where(inForceOn(sql<string>`${day}`))
    .orderBy(sql`${sql.ref("table.start")} desc nulls last`)
    .orderBy("table.id")
    .limit(1)
    .executeTakeFirst();
  return found ? { carrierId: found.carrier_id, numberType: found.type } : null;
}
