import { sql } from "kysely";
import { addCurrencies, currenciesOfSide } from "../features/billing/currencies.ts";
import { bothSides, legsOfCall } from "../features/calls/callSides.ts";
import { rootAlias } from "../records/plan/resourcePlan.ts";
import { matchesWildcard } from "../records/query/like.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

const { either, ofOwner } = bothSides(["source", "destination"]);

const currencies = { ...currenciesOfSide("source"), ...currenciesOfSide("destination") };

export const calls: ResourceHooks<"calls"> = {
  currencies,

  afterRead: (context, rows, records) => addCurrencies(context, currencies, rows, records),

  /** Both sides' providers see a call; what concerns one side only, its own (`scope` of the fields). */
  visibleTo: ({ resellerId }) => (resellerId === null ? undefined : either("reseller_id", resellerId)),

  filters: {
    reseller_id: { where: (text, actor) => ofOwner("reseller_id", text, actor) },
    customer_id: { where: (text, actor) => ofOwner("customer_id", text, actor) },
    subscriber_id: { where: (text, actor) => ofOwner("subscriber_id", text, actor) },
    /** Matches the number of either side. */
    number: {
      where: (text) =>
        sql<boolean>`(${sql.join(
          ["source_cli", "destination_user_in"].map((name) => matchesWildcard(sql.ref(`${rootAlias}.${name}`), text)),
          sql` or `,
        )})`,
    },
    leg_of: legsOfCall(),
  },
};
