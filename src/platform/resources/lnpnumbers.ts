import { sql } from "kysely";
import { isSwitch } from "../../core/values/filterValue.ts";
import { inForceOn } from "../features/billing/loadTariff.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

/** By the calendar of the server. */
const inForce = inForceOn(sql<string>`current_date::text`);

const off: ReadonlySet<string> = new Set(["", "0", "false"]);

export const lnpnumbers: ResourceHooks<"lnpnumbers"> = {
  // As Perl has it, every other text is true: a list is never wider than was meant.
  filters: {
    actual: { accepts: isSwitch, where: (value) => (off.has(value.toLowerCase()) ? sql.lit(true) : inForce) },
  },
  bulkDeleteFilter: "number",
  legacyConditions: { actual_numbers: inForce },
};
