import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { Currency, ReadContext, Row } from "../../resourceHooks.ts";
import { profileInForce } from "./billing.ts";

const currencyOfProfile = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select nullif(profile.currency, '') from billingprofiles as profile where profile.id = ${id})`;

const inForce = (contract: string): RawBuilder<string | null> =>
  currencyOfProfile(profileInForce(sql.ref(`${contract}.all_billing_profiles`), sql`now()`));

/** The currency of a customer's billing profile in force. */
export const currencyOfCustomer = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select ${inForce("billed")} from customers as billed where billed.id = ${id})`;

/** The currency that a reseller is billed in, which is also that of what carriers are paid for its calls. */
export const currencyOfReseller = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select ${inForce("contract")} from resellers as billed
    join contracts as contract on contract.id = billed.contract_id where billed.id = ${id})`;

/** The currency of the profile that rated a call; of calls whose fee is gone, and of unrated ones, the customer's. */
export const currencyOfCall = (fee: RawBuilder<unknown>, customer: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`coalesce(${currencyOfProfile(
    sql`(select fee.billing_profile_id from billingfees as fee where fee.id = ${fee})`,
  )}, ${currencyOfCustomer(customer)})`;

/** The currency of a customer's settings, whose id is the customer's. */
export const ownerCurrency: Readonly<Record<string, Currency>> = {
  currency: { by: ["id"], of: (column) => currencyOfCustomer(column("id")) },
};

/** The currency of a package: that of the billing profile that holds at first, the last of those that start together. */
const currencyOfPackage = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  currencyOfProfile(sql`(select (package.initial_profiles -> -1 ->> 'profile_id')::integer
    from profilepackages as package where package.id = ${id})`);

export const packageCurrency: Readonly<Record<string, Currency>> = {
  currency: { by: ["id"], of: (column) => currencyOfPackage(column("id")) },
};

/**
 * The currency of a voucher or a batch: that of its customer or package; where anybody may redeem it, the one that the
 * reseller's billing profiles have in common.
 */
export const voucherCurrency: Readonly<Record<string, Currency>> = {
  currency: {
    by: ["customer_id", "package_id", "reseller_id"],
    of: (column) => sql<string | null>`coalesce(${currencyOfCustomer(column("customer_id"))},
      ${currencyOfPackage(column("package_id"))},
      (select min(profile.currency) from billingprofiles as profile
        where profile.reseller_id = ${column("reseller_id")} and profile.status <> 'terminated' and profile.currency <> ''
        having count(distinct profile.currency) = 1))`,
  },
};

/** The currencies in which a side of a call is charged, by field of the call. */
export function currenciesOfSide(side: "source" | "destination"): Readonly<Record<string, Currency>> {
  return {
    [`${side}_customer_currency`]: {
      by: [`${side}_customer_billing_fee_id`, `${side}_customer_id`],
      of: (column) => currencyOfCall(column(`${side}_customer_billing_fee_id`), column(`${side}_customer_id`)),
    },
    [`${side}_reseller_currency`]: {
      by: [`${side}_reseller_id`],
      of: (column) => currencyOfReseller(column(`${side}_reseller_id`)),
    },
  };
}

/** Adds the currencies of stored rows to their records, by field. */
export async function addCurrencies(
  { db }: ReadContext,
  currencies: Readonly<Record<string, Currency>>,
  rows: readonly Row[],
  records: readonly WireRecord[],
): Promise<void> {
  const by = [...new Set(Object.values(currencies).flatMap((currency) => currency.by))];
  const keyOf = (row: Row) => JSON.stringify(by.map((name) => row[name] ?? null));
  const keys = [...new Set(rows.map(keyOf))];
  if (keys.length === 0) return;
  const columns = by.map((name, index) => sql`(asked.key::jsonb ->> ${sql.lit(index)})::integer as ${sql.ref(name)}`);
  const values = Object.entries(currencies).map(
    ([name, { of }]) => sql`${of((column) => sql.ref(`found.${column}`))} as ${sql.ref(name)}`,
  );
  const { rows: currencyRows } = await sql<Record<string, string | null>>`select key, ${sql.join(values)}
    from (select asked.key, ${sql.join(columns)} from unnest(${keys}::text[]) as asked(key)) as found`.execute(db);
  const byKey = new Map(currencyRows.map(({ key, ...currency }) => [key, currency]));
  for (const [index, record] of records.entries()) {
    const row = rows[index];
    if (row) Object.assign(record, byKey.get(keyOf(row)));
  }
}
