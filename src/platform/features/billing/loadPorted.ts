import { type Expression, type SqlBool, sql } from "kysely";
import type { PortedNumber } from "../../../core/telephony/callRouting/data.ts";
import type { FeeQuestion } from "../../../core/telephony/rating/feeQuestion.ts";
import { toPlatformTime } from "../../../core/values/dateTime.ts";
import { resourceExpressions } from "../../records/query/selectRows.ts";
import type { ReadContext } from "../../resourceHooks.ts";

const number = resourceExpressions<"lnpnumbers">();

/** In force on a day, `2026-01-31`. */
export function inForceOn(day: Expression<string>): Expression<SqlBool> {
  return number.and([
    number.or([number("table.start", "is", null), number("table.start", "<=", day)]),
    number.or([number("table.end", "is", null), number("table.end", ">=", day)]),
  ]);
}

/** The entry of a number among ported ones on the day of a call: of several, the one that started last. */
export async function loadPorted(
  { db }: Pick<ReadContext, "db">,
  number: string,
  instant: Date,
  zone: string,
): Promise<PortedNumber | null> {
  const [day = ""] = toPlatformTime(instant, zone).split(" ");
  const row = await db
    .selectFrom("lnpnumbers as table")
    .innerJoin("lnpcarriers", "lnpcarriers.id", "table.carrier_id")
    .select(["table.id", "table.number", "table.routing_number", "table.type"])
    .select(["lnpcarriers.id as carrier_id", "lnpcarriers.name", "lnpcarriers.prefix", "lnpcarriers.skip_rewrite"])
    .where("table.number", "=", number)
    .where(inForceOn(sql<string>`${day}`))
    .orderBy(sql`${sql.ref("table.start")} desc nulls last`)
    .orderBy("table.id")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { carrier_id: id, name, prefix, skip_rewrite, ...entry } = row;
  return { ...entry, carrier: { id, name, prefix, skip_rewrite: skip_rewrite ?? false } };
}

/** The same, as fees are looked up by it. */
export async function loadPortedEntry(
  context: Pick<ReadContext, "db">,
  number: string,
  start: Date,
  zone: string,
): Promise<NonNullable<FeeQuestion["ported"]> | null> {
  const ported = await loadPorted(context, number, start, zone);
  return ported && { carrierId: ported.carrier.id, numberType: ported.type };
}
