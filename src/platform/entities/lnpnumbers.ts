import { type Expression, type SqlBool, sql } from "kysely";
import type { EntityHooks } from "../entityHooks.ts";
import { rowsOf } from "../query/rowsOf.ts";

const number = rowsOf<"lnpnumbers">();

/** In force on a day, `2026-01-31`. */
export function inForceOn(day: Expression<string>): Expression<SqlBool> {
  return number.and([
    number.or([number("table.start", "is", null), number("table.start", "<=", day)]),
    number.or([number("table.end", "is", null), number("table.end", ">=", day)]),
  ]);
}

/** By the calendar of the server. */
const inForce = inForceOn(sql<string>`current_date::text`);

export const lnpnumbers: EntityHooks<"lnpnumbers"> = {
  filters: { actual: { where: (value) => (["1", "true"].includes(value) ? inForce : sql.lit(true)) } },
  legacyNarrow: { actual_numbers: inForce },
};
