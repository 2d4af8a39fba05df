import { resourceExpressions } from "../records/query/selectRows.ts";
import type { ResourceHooks } from "../resourceHooks.ts";
import { presentNumbers } from "./subscriberNumbers.ts";
import { hasNumber, presentDomains } from "./subscribers.ts";

/** Subscribers of cloud PBXs as a resource of their own; the rules are those of subscribers. */
export const pbxusers: ResourceHooks<"pbxusers"> = {
  async afterRead(context, rows, records) {
    await presentNumbers(context, rows, records);
    await presentDomains(context, rows, records);
    for (const record of records) delete record.alias_numbers;
  },

  visibleTo: () => resourceExpressions<"pbxusers">()("table.is_pbx_group", "is not", true),

  filters: { primary_number: { where: (value) => hasNumber(value, { isPrimary: true }) } },
};
