import { type Expression, type SqlBool, sql } from "kysely";
import { isSwitch } from "../../core/filterValue.ts";
import type { EntityHooks } from "../entityHooks.ts";
import { rowsOf } from "../query/selectRows.ts";

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

const off: ReadonlySet<string> = new Set(["", "0", "false"]);

export const lnpnumbers: EntityHooks<"lnpnumbers"> = {
  // As Perl has it, every other text is true: a list is never wider than was meant.
  filters: {
    actual: { accepts: isSwitch, where: (value) => (off.has(value.toLowerCase()) ? sql.lit(true) : inForce) },
  },
  legacyNarrow: { actual_numbers: inForce },
};
