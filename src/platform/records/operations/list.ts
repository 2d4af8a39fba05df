import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isStorableId } from "../../../core/schema/ids.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { hasPartitions, startOfUtcMonth } from "../../db/partitions.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import type { CollectionPage } from "../../http/hal.ts";
import { isTruthyParam, pagingOf, type Query } from "../../http/query.ts";
import type { Actor, ReadContext, Row } from "../../resourceHooks.ts";
import { readsField } from "../actor.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { filterConditions } from "../query/filters.ts";
import { type Conditions, columnFor, countRows, from, selectByIds, visibleTo, whereAll } from "../query/selectRows.ts";
import { serializeRows } from "../unitOfWork/serialize.ts";
import { expandRecords, writeInZone } from "./present.ts";

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
  const refusal = await expandRecords(context, plans, plan, records, query);
  return { records, page, rows: size, ...totals, ...(refusal && { refusal }) };
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
async function countedPage(context: Pick<ReadContext, "db">, selection: Selection): Promise<PageRows> {
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

export interface Order {
  /** Most significant first; one direction for all. */
  readonly columns: readonly string[];
  /** Returns the expression that a column is sorted by, as the caller sees it. */
  readonly sortValue: (column: string) => RawBuilder<unknown>;
  readonly descending: boolean;
}

/** The order that a query requests; unknown and unreadable columns are ignored as on the platform. */
export function orderOf(plan: ResourcePlan, actor: Actor, query: Query): Order {
  const [by = "", direction] = [query.get("order_by"), query.get("order_by_direction")];
  const columns = [...new Set(by.split(","))].filter((name) => isSortable(plan, actor, name));
  const sortValue = (column: string) => columnFor(plan, actor, column);
  if (columns.length === 0) return { columns: ["id"], descending: false, sortValue };
  return { columns, descending: direction?.toLowerCase() === "desc", sortValue };
}

function isSortable(plan: ResourcePlan, actor: Actor, name: string): boolean {
  if (name === "id") return true;
  const storedField = plan.stored.get(name);
  // Settings can also be sorted by their owner's identifying fields.
  if (plan.owner && !plan.fields.has(name)) return plan.columns.has(name) && isSortable(plan.owner, actor, name);
  if (!storedField || storedField.column.type === "jsonb") return false;
  const { secret, writeOnly, internal } = storedField.field;
  return !secret && !writeOnly && !internal && readsField(actor, plan.descriptor, storedField.field);
}

/** `order by` with the id as tie-breaker in the same direction, so that one index serves both directions. */
export function orderBy({ columns, descending, sortValue }: Order, { reversed = false } = {}): RawBuilder<unknown> {
  const direction = descending === reversed ? sql`asc` : sql`desc`;
  const all = columns.includes("id") ? columns : [...columns, "id"];
  return sql.join(
    all.map((column) => sql`${sortValue(column)} ${direction}`),
    sql`, `,
  );
}

/** The rows of a list: those that the caller sees, that the query's filters match, and that its owner has. */
export async function listConditions(
  context: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan,
  plans: Plans,
  query: Query,
): Promise<Conditions> {
  const owned = await requireOwnerFilter(context, plan, plans, query);
  return [...visibleTo(plan, context.actor), ...(await filterConditions(context, plan, plans, owned))];
}

/** The rows among which a request for one record looks: its owner's, for resources that have some. */
export async function ownedConditions(
  context: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan,
  plans: Plans,
  query: Query,
): Promise<Conditions> {
  const { ownerFilters } = plan.descriptor;
  if (!ownerFilters) return visibleTo(plan, context.actor);
  const only = new Map([...query].filter(([name]) => ownerFilters.includes(name)));
  return listConditions(context, plan, plans, only);
}

/**
 * The query with one of the resource's owners, for resources that are read as their owner sees them: the first that is
 * given, without the others. 422 when none is, and 404 for one that the caller does not see.
 */
async function requireOwnerFilter(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan,
  plans: Plans,
  query: Query,
): Promise<Query> {
  const { ownerFilters } = plan.descriptor;
  if (!ownerFilters) return query;
  const name = ownerFilters.find((filter) => query.has(filter));
  if (name === undefined) throw new PlatformError("owner_needed", { names: ownerFilters.join(", ") });
  const owner = planOf(plans, plan.fields.get(name)?.reference?.resource ?? "");
  const id = Number(query.get(name));
  const [row] = isStorableId(id) ? await selectByIds(db, owner, [id], visibleTo(owner, actor)) : [];
  if (!row) throw new PlatformError("owner_unknown", { name });
  return new Map([...query].filter(([parameter]) => parameter === name || !ownerFilters.includes(parameter)));
}

/** The number of rows or, when counting is slow, an estimate. */
interface QuickCount {
  readonly total: number | null;
  /** The planner's estimate. */
  readonly estimate: number | null;
}

/**
 * Cost limit of counting, in planner units, where reading a page of the table in order is one: some 10,000 rows, or ten
 * times as many with an index-only scan, and some 10 ms.
 */
const QUICK_COST = 1_000;

/** Counts exactly when the planner finds that cheap; the time is bounded, whatever the size of the table. */
export async function quickCount(
  { db }: Pick<ReadContext, "db">,
  plan: ResourcePlan,
  conditions: Conditions,
): Promise<QuickCount> {
  const id = sql.ref(`${rootAlias}.id`);
  const explain = sql<Explained>`explain (format json) select ${id} ${from(plan)} ${whereAll(conditions)}`;
  const [root] = (await runWithFreshPlan(explain, db)).rows[0]?.["QUERY PLAN"] ?? [];
  if (!root || root.Plan["Total Cost"] <= QUICK_COST) {
    return { total: await countRows({ db }, plan, conditions), estimate: null };
  }
  return { total: null, estimate: root.Plan["Plan Rows"] };
}

interface Explained {
  readonly "QUERY PLAN": readonly { readonly Plan: { readonly "Total Cost": number; readonly "Plan Rows": number } }[];
}
