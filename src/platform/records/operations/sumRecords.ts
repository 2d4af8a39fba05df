import { type RawBuilder, sql } from "kysely";
import { addAmounts, amountFromCents, amountToCents } from "../../../core/values/amount.ts";
import { currencyPaths } from "../../../core/values/money.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { Query } from "../../http/query.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { readsField } from "../actor.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { columnFor, from, whereAll } from "../query/selectRows.ts";
import { listConditions } from "./list.ts";

/**
 * Field -> its sum over all records that a list's query matches; those that the caller may not read are left out.
 * Amounts are added up by currency, those without one under "".
 */
export type Sums = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

export async function sumRecords(
  context: ReadContext,
  plan: ResourcePlan,
  plans: Plans,
  listQuery: Query,
): Promise<Sums> {
  const { descriptor, hooks } = plan;
  const names = (descriptor.list.sums ?? []).filter((name) =>
    readsField(context.actor, descriptor, plan.fields.get(name)),
  );
  if (names.length === 0) return {};
  const where = whereAll(await listConditions(context, plan, plans, listQuery));
  const currencyFields = new Map(names.map((name) => [name, currencyField(plan, name)]));
  const currencies = [...new Set(currencyFields.values())].flatMap((field) => {
    const currency = hooks.currencies?.[field ?? ""];
    return field && currency ? [{ field, ...currency }] : [];
  });
  const by = [...new Set(currencies.flatMap((currency) => currency.by))];
  // First by what the currencies depend on, as there are far more rows than fees and customers.
  const parts = [
    ...by.map((name) => sql`${columnFor(plan, context.actor, name)} as ${sql.ref(name)}`),
    ...names.map((name) => sql`sum(${columnFor(plan, context.actor, name)}) as ${sql.ref(name)}`),
  ];
  const added = sql`(select ${sql.join(parts)} ${from(plan)} ${where} ${groupFirst(by.length)}) as added`;
  const results = [
    ...currencies.map(({ field, of }) => sql`${of((name) => sql.ref(`added.${name}`))} as ${sql.ref(field)}`),
    ...names.map((name) => sql`sum(added.${sql.ref(name)})::float8 as ${sql.ref(name)}`),
  ];
  const query = sql<
    Readonly<Record<string, string | number | null>>
  >`select ${sql.join(results)} from ${added} ${groupFirst(currencies.length)}`;
  const { rows } = await runWithFreshPlan(query, context.db);
  return Object.fromEntries(
    names.map((name) => {
      const field = currencyFields.get(name);
      const amounts = rows.map((row) => [String((field && row[field]) ?? ""), Number(row[name] ?? 0)] as const);
      if (plan.fields.get(name)?.kind === "money") return [name, byCurrency(amounts)];
      return [name, amounts.reduce((sum, [, value]) => sum + value, 0)];
    }),
  );
}

/** By position, as an expression with parameters does not equal itself. */
function groupFirst(count: number): RawBuilder<unknown> {
  const positions = Array.from({ length: count }, (_, index) => sql.lit(index + 1));
  return count > 0 ? sql`group by ${sql.join(positions)}` : sql``;
}

/** The computed currency of a sum's amounts. */
function currencyField({ fields, hooks }: ResourcePlan, name: string): string | undefined {
  return currencyPaths(fields.get(name)).find((path) => hooks.currencies?.[path]);
}

/** Without the currencies in which nothing is paid, unless there is no other. */
function byCurrency(amounts: readonly (readonly [currency: string, cents: number])[]): Record<string, number> {
  const paid = amounts.filter(([, cents]) => cents !== 0);
  const sums = new Map<string, number>();
  for (const [currency, cents] of paid.length > 0 ? paid : amounts.slice(0, 1)) {
    const sum = amountFromCents(sums.get(currency) ?? 0);
    sums.set(currency, amountToCents(addAmounts(sum, amountFromCents(cents))));
  }
  return Object.fromEntries([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
