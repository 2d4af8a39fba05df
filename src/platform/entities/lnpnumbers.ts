import { sql } from "kysely";
import type { EntityHooks } from "../entityHooks.ts";
import { rowsOf } from "../query/rowsOf.ts";

const number = rowsOf<"lnpnumbers">();
const today = sql<string>`current_date::text`;

/** In force today, by the calendar of the server. */
const inForce = number.and([
  number.or([number("table.start", "is", null), number("table.start", "<=", today)]),
  number.or([number("table.end", "is", null), number("table.end", ">=", today)]),
]);

export const lnpnumbers: EntityHooks<"lnpnumbers"> = {
  filters: { actual: { where: (value) => (["1", "true"].includes(value) ? inForce : sql.lit(true)) } },
  legacyNarrow: { actual_numbers: inForce },
};
