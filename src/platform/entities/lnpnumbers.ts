import { type RawBuilder, sql } from "kysely";
import type { EntityHooks } from "../entityHooks.ts";

/** In force today, by the calendar of the server. */
const inForce: RawBuilder<boolean> = sql`(("table"."start" is null or "table"."start" <= current_date::text)
  and ("table"."end" is null or "table"."end" >= current_date::text))`;

export const lnpnumbers: EntityHooks<"lnpnumbers"> = {
  filters: { actual: { where: (value) => (["1", "true"].includes(value) ? inForce : sql<boolean>`true`) } },
  legacyNarrow: { actual_numbers: inForce },
};
