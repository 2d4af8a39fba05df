import { sql } from "kysely";
import { anyOf } from "../db/statements.ts";
import { fraudPeriods, limitsInForce } from "../features/balances/fraudEvents.ts";
import { addCurrencies, ownerCurrency } from "../features/billing/currencies.ts";
import { matchesWildcard } from "../records/query/like.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

const fieldsOf = (part: string) => ["limit", "lock", "notify"].map((name) => `fraud_${part}_${name}`);

export const customerfraudpreferences: ResourceHooks<"customerfraudpreferences"> = {
  /** A period that a request leaves out keeps its values: forms of older platforms send one period at a time. */
  async beforeValidate({ body, previous = {} }) {
    const omitted = fraudPeriods.flatMap(([, part]) => {
      const fields = fieldsOf(part);
      return fields.some((field) => field in body) ? [] : fields;
    });
    const keptValues = Object.entries(previous).filter(([name]) => omitted.includes(name));
    return { ...body, ...Object.fromEntries(keptValues) };
  },

  /** Adds the limits in force, and where they come from. */
  async afterRead(context, rows, records) {
    const { db, now } = context;
    const isListed = sql`customers.id = ${anyOf(rows.map(({ id }) => id))}`;
    const { rows: limits } = await limitsInForce(now, isListed).execute(db);
    const recordOf = new Map(rows.map(({ id }, index) => [id, records[index]]));
    const parts = Object.fromEntries(fraudPeriods);
    for (const { customer_id, period, source, limit, lock, notify } of limits) {
      const prefix = `current_fraud_${parts[period]}`;
      const current = { source, limit, lock, notify };
      const members = Object.entries(current).map(([name, value]) => [`${prefix}_${name}`, value]);
      Object.assign(recordOf.get(customer_id) ?? {}, Object.fromEntries(members));
    }
    await addCurrencies(context, ownerCurrency, rows, records);
  },

  filters: {
    /** Customers with such addresses for the alerts of a period. */
    notify: {
      reads: "fraud_interval_notify",
      where: (value) => {
        const conditions = fraudPeriods.map(([, part]) =>
          matchesWildcard(sql.ref(`table.fraud_${part}_notify`), value),
        );
        return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
      },
    },
  },
};
