import { type Expression, type SqlBool, sql } from "kysely";
import { addCurrencies, voucherCurrency } from "../features/billing/currencies.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

/** By status: the database tells the time, as the filter does not know the request's. */
const rowsWith: ReadonlyMap<string, Expression<SqlBool>> = new Map([
  ["redeemed", sql<boolean>`${sql.ref("table.used_at")} is not null`],
  ["unused", sql<boolean>`(${sql.ref("table.used_at")} is null and ${sql.ref("table.valid_until")} >= now())`],
  ["expired", sql<boolean>`(${sql.ref("table.used_at")} is null and ${sql.ref("table.valid_until")} < now())`],
]);

export const vouchers: ResourceHooks<"vouchers"> = {
  async afterRead(context, rows, records) {
    const { now } = context;
    await addCurrencies(context, voucherCurrency, rows, records);
    for (const [index, { used_at, valid_until }] of rows.entries()) {
      const record = records[index];
      if (record) record.status = used_at ? "redeemed" : new Date(valid_until) < now ? "expired" : "unused";
    }
  },

  filters: {
    // Older clients filter by the whole code, base64-encoded so that any character fits in a URL.
    base64_code: {
      reads: "code",
      where: (value) => resourceExpressions<"vouchers">()("table.code", "=", decode(value)),
    },
    status: { where: (value) => rowsWith.get(value) ?? sql.lit(false) },
  },
};

/** PostgreSQL text cannot contain NUL; no voucher has such a code. */
function decode(value: string): string {
  return Buffer.from(value, "base64").toString("utf8").replaceAll("\0", "");
}
