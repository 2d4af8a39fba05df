import { type RawBuilder, type SqlBool, sql } from "kysely";
import { hasPartitions, startOfUtcMonth } from "../../db/partitions.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import type { CollectionPage } from "../../http/hal.ts";
import { isTruthyParam, pagingOf, type Query } from "../../http/query.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { type Order, orderBy, orderOf } from "../query/order.ts";
import { countRows } from "../query/selectRows.ts";
import { type Conditions, from, whereAll } from "../query/visible.ts";
import { serializeRows } from "../unitOfWork/serialize.ts";
import { expandRecords } from "./expand.ts";
import { listConditions } from "./listConditions.ts";
import { quickCount } from "./quickCount.ts";
import { writeInZone } from "./zones.ts";

/** Offset up to which skipping rows is cheap. */
const FAR = 10_000;

export interface ListRequest {
  readonly plan: ResourcePlan;
  readonly plans: Plans;
  readonly query: Query;
  readonly maxRows: number;
  /** Conditions in addition to the resource's filters. */
  readonly conditions?: Conditions;
}

/** One page of a resource as the caller sees it, as wire records. */
export async function listRecords(
  context: ReadContext,
  { plan, plans, query, maxRows, conditions = [] }: ListRequest,
): Promise<CollectionPage> {
  const { page, rows: size } = pagingOf(query, maxRows);
  const wider = plan.hooks.sharedTableList?.(query);
  const filters = wider ? new Map([...query].filter(([name]) => !wider.handledFilters.includes(name))) : query;
  const selection: Selection = {
    plan,
    conditions: [
      ...(await listConditions(context, wider ? { ...plan, own: [wider.rows] } : plan, plans, filters)),
      ...conditions,
    ],
    order: orderOf(plan, context.actor, query),
    offset: (page - 1) * size,
    size,
  };
  const { rows, ...totals } = await pageOf(context, selection, query);
  const records = await serializeRows(context, plan, rows);
  await writeInZone(context, { plan, query, rows, records });
  if (wider) for (const [index, row] of rows.entries()) wider.annotate(row, records[index] ?? {});
  await expandRecords(context, plans, plan, records, query);
  return { records, page, rows: size, ...totals };
}

export interface Selection {
  readonly plan: ResourcePlan;
  readonly conditions: Conditions;
  readonly order: Order;
  readonly offset: number;
  readonly size: number;
}

interface PageRows extends Pick<CollectionPage, "total" | "estimate" | "hasNext"> {
  readonly rows: Row[];
}

function pageOf(context: ReadContext, selection: Selection, query: Query): Promise<PageRows> {
  if (isTruthyParam(query, "no_count")) return uncountedPage(context, selection);
  // Deep into a list counting is the cheaper part, and it tells which end is nearer.
  if (isTruthyParam(query, "quick_count") && selection.offset <= FAR) return quicklyCountedPage(context, selection);
  return countedPage(context, selection);
}

/**
 * Rows and their exact total. The second half of a long list is read backwards: the last page is as fast as the first.
 */
export async function countedPage(context: Pick<ReadContext, "db">, selection: Selection): Promise<PageRows> {
  const { plan, conditions, offset, size } = selection;
  if (offset === 0) {
    const [rows, total] = await Promise.all([
      selectRows(context, selection, offset, size),
      countRows(context, plan, conditions),
    ]);
    return { rows, total, hasNext: total > size };
  }
  const total = await countRows(context, plan, conditions);
  const remaining = Math.max(Math.min(size, total - offset), 0);
  const rows =
    remaining === 0
      ? []
      : offset > total / 2
        ? (await selectRows(context, selection, total - offset - remaining, remaining, { reversed: true })).reverse()
        : await selectRows(context, selection, offset, size);
  return { rows, total, hasNext: total > offset + size };
}

/** The exact total when counting is cheap or the page reveals it; else an estimate, never less than what is known. */
async function quicklyCountedPage(context: ReadContext, selection: Selection): Promise<PageRows> {
  const { plan, conditions, offset } = selection;
  const [page, { total, estimate }] = await Promise.all([
    uncountedPage(context, selection),
    quickCount(context, plan, conditions),
  ]);
  if (total !== null) return { ...page, total };
  const minTotal = offset + page.rows.length;
  if (!page.hasNext && (page.rows.length > 0 || offset === 0)) return { ...page, total: minTotal };
  // Beyond the end, which is near.
  if (!page.hasNext) return { ...page, total: await countRows(context, plan, conditions) };
  return { ...page, estimate: Math.max(estimate ?? 0, minTotal + 1) };
}

async function uncountedPage(context: Pick<ReadContext, "db">, selection: Selection): Promise<PageRows> {
  const { offset, size } = selection;
  const rows = await selectRows(context, selection, offset, size + 1);
  return { rows: rows.slice(0, size), total: null, hasNext: rows.length > size };
}

/** Pages up to this row are looked for in the latest months first. */
const RECENT_ROWS = 1_000;

async function selectRows(
  { db }: Pick<ReadContext, "db">,
  selection: Selection,
  offset: number,
  limit: number,
  options?: { readonly reversed: boolean },
): Promise<Row[]> {
  const { plan, conditions, order } = selection;
  // An offset beyond any table is an empty page, not a number the database refuses.
  const start = offset === 0 ? sql`` : sql` offset ${Math.min(offset, Number.MAX_SAFE_INTEGER)}`;
  // The limit is a literal: only then does a cached plan know that few rows are wanted.
  const select = (all: Conditions) =>
    sql<Row>`select ${plan.select} ${from(plan)} ${whereAll(all)} order by ${orderBy(order, options)} limit ${sql.lit(limit)}${start}`;
  if (!options?.reversed && offset + limit <= RECENT_ROWS && (await isLatestFirst(db, selection))) {
    const { rows } = await runWithFreshPlan(select([...conditions, isRecent(plan)]), db);
    if (rows.length === limit) return rows;
  }
  return (await runWithFreshPlan(select(conditions), db)).rows;
}

/**
 * Whether the page begins with the latest of rows that are in a partition per month: if the last two months fill it,
 * the others have no part in it, and planning for them takes longer than reading the page.
 */
async function isLatestFirst(db: Db, { plan, order }: Selection): Promise<boolean> {
  const isByTime = plan.partitionBy !== undefined && order.columns[0] === plan.partitionBy;
  return isByTime && order.descending && (await hasPartitions(db));
}

/** A literal, so that the planner leaves out the months before. */
function isRecent({ partitionBy = "" }: ResourcePlan): RawBuilder<SqlBool> {
  const since = startOfUtcMonth(new Date(), -1).toISOString();
  return sql<SqlBool>`${sql.ref(`${rootAlias}.${partitionBy}`)} >= ${sql.lit(since)}::timestamptz`;
}
