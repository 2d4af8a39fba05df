import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { LegacyTableDescriptor } from "../../core/descriptor.ts";
import { runPlanned } from "../db/statements.ts";
import type { Reading } from "../entityHooks.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { byId } from "../query/byId.ts";
import { byValue } from "../query/byValue.ts";
import { countRows } from "../query/selectRows.ts";
import { type Conditions, from, visibleTo, whereAll } from "../query/visible.ts";
import { readsField } from "../rights.ts";
import { type LegacyColumn, legacyColumn, retracted, searchCondition } from "./legacyColumns.ts";
import { type LegacyQuery, toLegacyPage } from "./legacyQuery.ts";

type Cells = Record<string, unknown>;

/** A legacy table over a resource's rows, prepared once. */
export interface LegacyTable {
  readonly plan: ResourcePlan;
  readonly columns: readonly LegacyColumn[];
  /** Searched although not shown: the fields of the record's title. */
  readonly searched: readonly LegacyColumn[];
  readonly narrow: Expression<SqlBool> | undefined;
  /** The reference whose rows it has. */
  readonly of: string | undefined;
  readonly maxRows: number;
}

export function buildLegacyTable(
  plan: ResourcePlan,
  plans: Plans,
  { columns, narrow, of }: LegacyTableDescriptor,
  maxRows: number,
): LegacyTable {
  const hook = narrow === undefined ? undefined : plan.hooks.legacyNarrow?.[narrow];
  if (narrow !== undefined && !hook) throw new Error(`${plan.name}: no hook provides the narrowing ${narrow}`);
  // A narrowing selects the rows of a shared table, instead of the resource.
  const whole = hook ? { ...plan, own: [] } : plan;
  const searched = plan.descriptor.list.searchIn.filter((path) => columns.every(({ source }) => source !== path));
  return {
    plan: whole,
    columns: columns.map((column) => legacyColumn(plan, plans, column)),
    searched: searched.map((source) => legacyColumn(plan, plans, { key: source, source, search: "text" })),
    narrow: hook,
    of,
    maxRows,
  };
}

/** A query, of an owner's table with its id. */
export interface LegacyTableQuery extends LegacyQuery {
  readonly ownerId?: number | undefined;
}

/** One page of the table; the record requested by `iIdOnTop` comes first, even outside the narrowing. */
export async function readLegacyTable(
  reading: Reading,
  whole: LegacyTable,
  query: LegacyTableQuery,
): Promise<Record<string, unknown>> {
  const forCaller = (column: LegacyColumn) =>
    readsField(reading.actor, whole.plan.descriptor, column.field) ? column : retracted(column);
  const table = { ...whole, columns: whole.columns.map(forCaller), searched: whole.searched.map(forCaller) };
  const { plan, columns, searched, narrow, of } = table;
  const seen = visibleTo(plan, reading.actor);
  const visible = of === undefined ? seen : [...seen, byValue(plan, of, query.ownerId)];
  const [top] =
    query.idOnTop !== undefined && query.start === 0
      ? await selectCells(reading, table, [...visible, byId(query.idOnTop)], query)
      : [];
  const all = narrow ? [...visible, narrow] : visible;
  const found = query.search === "" ? all : [...all, searchCondition([...columns, ...searched], query.search)];
  const total = await countRows(reading, plan, all);
  const count = query.search === "" ? total : await countRows(reading, plan, found);
  const others = query.idOnTop === undefined ? found : [...found, notId(query.idOnTop)];
  const rows = await selectCells(reading, table, others, query);
  const limit = query.length ?? rows.length + 1;
  return toLegacyPage(query.echo, { total, found: count }, top ? [top, ...rows].slice(0, limit) : rows);
}

async function selectCells(
  { db }: Reading,
  { plan, columns, maxRows }: LegacyTable,
  conditions: Conditions,
  { sortColumn, descending, start, length }: LegacyQuery,
): Promise<Cells[]> {
  const cells = columns.map(({ key, expression }) => sql`${expression} as ${sql.ref(key)}`);
  const direction = descending ? sql`desc` : sql`asc`;
  const id = sql`${sql.ref(`${rootAlias}.id`)} ${direction}`;
  // By position in the select list: a hook's column may be a constant, which cannot be an order by expression.
  const order = columns[sortColumn] ? sql`${sql.lit(sortColumn + 1)} ${direction}, ${id}` : id;
  const limit = Math.min(length ?? maxRows, maxRows);
  const query = sql<Cells>`select ${sql.join(cells)} ${from(plan)} ${whereAll(conditions)} order by ${order} limit ${limit} offset ${start}`;
  return (await runPlanned(query, db)).rows.map(withPlainTimes);
}

/** These tables use the platform's own time format. */
function withPlainTimes(cells: Cells): Cells {
  for (const [key, value] of Object.entries(cells)) {
    if (typeof value === "string" && rfc3339.test(value)) cells[key] = `${value.slice(0, 10)} ${value.slice(11, 19)}`;
  }
  return cells;
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

function notId(id: number): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${rootAlias}.id`)} <> ${id}`;
}
