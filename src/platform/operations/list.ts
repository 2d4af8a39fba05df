import { sql } from "kysely";
import type { Reading, Row } from "../entityHooks.ts";
import type { Page } from "../http/hal.ts";
import { isOn, pagingOf, type Query } from "../http/query.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { filterConditions } from "../query/filters.ts";
import { type Order, orderBy, orderOf } from "../query/order.ts";
import { type Conditions, from, visibleTo, whereAll } from "../query/visible.ts";
import { expandRecords } from "./expand.ts";
import { presentRows } from "./present.ts";
import { writeInZone } from "./zones.ts";

export interface ListRequest {
  readonly plan: ResourcePlan;
  readonly plans: Plans;
  readonly query: Query;
  readonly maxRows: number;
  /** Narrowings that are no filter of the resource. */
  readonly conditions?: Conditions;
}

/** One page of what the caller sees of a resource, as wire records. */
export async function listRecords(
  reading: Reading,
  { plan, plans, query, maxRows, conditions = [] }: ListRequest,
): Promise<Page> {
  const { page, rows: size } = pagingOf(query, maxRows);
  const wider = plan.hooks.widen?.(query);
  const filters = wider ? new Map([...query].filter(([name]) => !wider.instead.includes(name))) : query;
  const selection: Selection = {
    plan,
    conditions: [
      ...visibleTo(wider ? { ...plan, own: [wider.rows] } : plan, reading.actor),
      ...filterConditions(plan, plans, reading.actor, filters),
      ...conditions,
    ],
    order: orderOf(plan, reading.actor, query),
    offset: (page - 1) * size,
    size,
  };
  const { rows, total, hasNext } = isOn(query, "no_count")
    ? await uncountedPage(reading, selection)
    : await countedPage(reading, selection);
  const records = await presentRows(reading, plan, rows);
  await writeInZone(reading, { plan, query, rows, records });
  if (wider) for (const [index, row] of rows.entries()) wider.mark(row, records[index] ?? {});
  await expandRecords(reading, plans, plan, records, query);
  return { records, page, rows: size, total, hasNext };
}

export interface Selection {
  readonly plan: ResourcePlan;
  readonly conditions: Conditions;
  readonly order: Order;
  readonly offset: number;
  readonly size: number;
}

export async function countRows({ db }: Pick<Reading, "db">, plan: ResourcePlan, conditions: Conditions) {
  const count = sql<{ count: string | number }>`select count(*) as count ${from(plan)} ${whereAll(conditions)}`;
  return Number((await count.execute(db)).rows[0]?.count ?? 0);
}

/** Rows and their honest total. The further half of a long list is read from its end: the last page is as near as the first. */
export async function countedPage(reading: Pick<Reading, "db">, selection: Selection) {
  const { plan, conditions, offset, size } = selection;
  if (offset === 0) {
    const [rows, total] = await Promise.all([
      selectRows(reading, selection, offset, size),
      countRows(reading, plan, conditions),
    ]);
    return { rows, total, hasNext: total > size };
  }
  const total = await countRows(reading, plan, conditions);
  const remaining = Math.max(Math.min(size, total - offset), 0);
  const rows =
    remaining === 0
      ? []
      : offset > total / 2
        ? (await selectRows(reading, selection, total - offset - remaining, remaining, { reversed: true })).reverse()
        : await selectRows(reading, selection, offset, size);
  return { rows, total, hasNext: total > offset + size };
}

async function uncountedPage(reading: Reading, selection: Selection) {
  const { offset, size } = selection;
  const rows = await selectRows(reading, selection, offset, size + 1);
  return { rows: rows.slice(0, size), total: null, hasNext: rows.length > size };
}

async function selectRows(
  { db }: Pick<Reading, "db">,
  { plan, conditions, order }: Selection,
  offset: number,
  limit: number,
  options?: { readonly reversed: boolean },
): Promise<Row[]> {
  // An offset beyond any table is an empty page, not a number the database refuses.
  const start = Math.min(offset, Number.MAX_SAFE_INTEGER);
  const query = sql<Row>`select ${plan.select} ${from(plan)} ${whereAll(conditions)} order by ${orderBy(order, options)} limit ${limit} offset ${start}`;
  return (await query.execute(db)).rows;
}
