import { type RawBuilder, sql } from "kysely";
import { profileInForce } from "../billing/billing.ts";

/** The spans of time that fraud limits apply to, each with the part of its fields' names. */
export const fraudPeriods = [
  ["month", "interval"],
  ["day", "daily"],
] as const;
export type FraudPeriod = (typeof fraudPeriods)[number][0];

/** A limit in force for a customer: one row for each period. */
export interface LimitInForce {
  readonly customer_id: number;
  readonly period: FraudPeriod;
  readonly source: "customer" | "billing_profile";
  /** Cents; null: none. */
  readonly limit: number | null;
  readonly lock: number | null;
  readonly notify: string | null;
  readonly use_reseller_rates: boolean | null;
}

/**
 * The limits of some customers at an instant; `which` is a condition on `customers`. A customer with a limit for a
 * period, other than 0, also has its own lock and alerts; otherwise all three are those of the billing profile in
 * force.
 */
export function limitsInForce(now: Date, which: RawBuilder<unknown>): RawBuilder<LimitInForce> {
  const values = fraudPeriods.map(([period, part]) => {
    const fieldsOf = (table: string) =>
      ["limit", "lock", "notify"].map((name) => sql.ref(`${table}.fraud_${part}_${name}`));
    return sql`(${sql.lit(period)}, ${sql.join([...fieldsOf("own"), ...fieldsOf("profile")])})`;
  });
  const inForce = (name: string) =>
    sql`case when given.own_limit > 0 then ${sql.ref(`given.own_${name}`)} else ${sql.ref(`given.profile_${name}`)} end
      as ${sql.ref(name)}`;
  return sql<LimitInForce>`select customers.id as customer_id, given.period,
      case when given.own_limit > 0 then 'customer' else 'billing_profile' end as source,
      ${sql.join(["limit", "lock", "notify"].map(inForce))},
      profile.fraud_use_reseller_rates as use_reseller_rates
    from customers
    left join customerfraudpreferences as own on own.id = customers.id
    left join billingprofiles as profile
      on profile.id = ${profileInForce(sql.ref("customers.all_billing_profiles"), sql`${now}::timestamptz`)}
    cross join lateral (values ${sql.join(values)})
      as given (period, own_limit, own_lock, own_notify, profile_limit, profile_lock, profile_notify)
    where ${which}`;
}
