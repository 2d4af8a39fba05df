import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type {
  FieldDescriptor,
  LegacyColumnDescriptor,
  LegacyTableDescriptor,
} from "../../../core/schema/descriptor.ts";
import { searchWords } from "../../../core/values/searchPattern.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { readsField } from "../actor.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { relatedCondition, type TargetColumn } from "../query/filters.ts";
import { matchesWildcard } from "../query/like.ts";
import { byId, byValue, type Conditions, countRows, from, visibleTo, whereAll } from "../query/selectRows.ts";
import { type LegacyQuery, toLegacyPage } from "./listTable.ts";

type Cells = Record<string, unknown>;

/** A legacy table over a resource's rows, prepared once. */
interface LegacyTable {
  readonly plan: ResourcePlan;
  readonly columns: readonly LegacyColumn[];
  /** Searched although not shown: the fields of the record's title. */
  readonly searched: readonly LegacyColumn[];
  readonly condition: Expression<SqlBool> | undefined;
  /** The reference whose rows it has. */
  readonly of: string | undefined;
  readonly maxRows: number;
}

export function buildLegacyTable(
  plan: ResourcePlan,
  plans: Plans,
  { columns, condition, of }: LegacyTableDescriptor,
  maxRows: number,
): LegacyTable {
  const hook = condition === undefined ? undefined : plan.hooks.legacyConditions?.[condition];
  if (condition !== undefined && !hook) throw new Error(`${plan.name}: no hook provides the condition ${condition}`);
  // A condition of its own selects the rows of a shared table, instead of the resource.
  const fullPlan = hook ? { ...plan, own: [] } : plan;
  const searched = plan.descriptor.list.searchIn.filter((path) => columns.every(({ source }) => source !== path));
  return {
    plan: fullPlan,
    columns: columns.map((column) => legacyColumn(plan, plans, column)),
    searched: searched.map((source) => legacyColumn(plan, plans, { key: source, source, search: "text" })),
    condition: hook,
    of,
    maxRows,
  };
}

/** A query, of an owner's table with its id. */
interface LegacyTableQuery extends LegacyQuery {
  readonly ownerId?: number | undefined;
}

/** One page of the table; the record requested by `iIdOnTop` comes first, even outside the condition. */
export async function readLegacyTable(
  context: ReadContext,
  fullTable: LegacyTable,
  query: LegacyTableQuery,
): Promise<Record<string, unknown>> {
  const forCaller = (column: LegacyColumn) =>
    readsField(context.actor, fullTable.plan.descriptor, column.field) ? column : maskColumn(column);
  const table = {
    ...fullTable,
    columns: fullTable.columns.map(forCaller),
    searched: fullTable.searched.map(forCaller),
  };
  const { plan, columns, searched, condition, of } = table;
  const inScope = visibleTo(plan, context.actor);
  const visible = of === undefined ? inScope : [...inScope, byValue(plan, of, query.ownerId)];
  const [top] =
    query.idOnTop !== undefined && query.start === 0
      ? await selectCells(context, table, [...visible, byId(query.idOnTop)], query)
      : [];
  const all = condition ? [...visible, condition] : visible;
  const matching = query.search === "" ? all : [...all, searchCondition([...columns, ...searched], query.search)];
  const total = await countRows(context, plan, all);
  const count = query.search === "" ? total : await countRows(context, plan, matching);
  const belowTop = query.idOnTop === undefined ? matching : [...matching, notId(query.idOnTop)];
  const rows = await selectCells(context, table, belowTop, query);
  const limit = query.length ?? rows.length + 1;
  return toLegacyPage(query.echo, { total, found: count }, top ? [top, ...rows].slice(0, limit) : rows);
}

async function selectCells(
  { db }: ReadContext,
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
  return (await runWithFreshPlan(query, db)).rows.map(withPlainTimes);
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

/** A column of a legacy table as SQL over the resource's table. */
interface LegacyColumn {
  readonly key: string;
  readonly expression: Expression<unknown>;
  readonly search: LegacyColumnDescriptor["search"];
  /** The resource's field that it shows, or reads. */
  readonly field: FieldDescriptor | undefined;
  /** Rows whose value meets a condition, in a form that uses indexes. */
  where(condition: (target: Pick<TargetColumn, "expression" | "type">) => RawBuilder<boolean>): RawBuilder<boolean>;
}

function legacyColumn(plan: ResourcePlan, plans: Plans, column: LegacyColumnDescriptor): LegacyColumn {
  const { key, source, search } = column;
  const expression = expressionOf(plan, plans, source);
  return {
    key,
    expression,
    search,
    field: plan.fields.get(source.split(".")[0] ?? ""),
    where: (condition) =>
      source.startsWith("@")
        ? condition({ expression: sql`(${expression})::text`, type: "text" })
        : relatedCondition(source.split("."), plan, plans, condition),
  };
}

/** Masks a column for callers who may not read it. */
function maskColumn(column: LegacyColumn): LegacyColumn {
  return { ...column, expression: sql`${sql.lit("<retracted>")}::text`, search: "none" };
}

function expressionOf(plan: ResourcePlan, plans: Plans, source: string): Expression<unknown> {
  if (!source.startsWith("@")) return valueBehind(plan, plans, source.split("."), rootAlias, 0);
  const own = plan.hooks.legacyColumns?.[source.slice(1)];
  if (!own) throw new Error(`${plan.name}: no hook provides the legacy column ${source}`);
  return own;
}

/** `contact_id.email` -> `(select t0.email from contacts as t0 where t0.id = "table".contact_id)`. */
function valueBehind(
  plan: ResourcePlan,
  plans: Plans,
  [name = "", ...following]: readonly string[],
  alias: string,
  depth: number,
): RawBuilder<unknown> {
  const column = sql.ref(`${alias}.${name}`);
  if (!plan.columns.has(name)) throw new Error(`${plan.name} has no column ${name} for a legacy table`);
  if (following.length === 0) return sql`${column}`;
  const target = planOf(plans, plan.fields.get(name)?.reference?.resource ?? "");
  const inner = `t${depth}`;
  const value = valueBehind(target, plans, following, inner, depth + 1);
  return sql`(select ${value} from ${sql.table(target.table)} as ${sql.ref(inner)} where ${sql.ref(`${inner}.id`)} = ${column})`;
}

/**
 * Rows where any searchable column matches: texts by prefix (or typed wildcards), whole numbers and strict columns by
 * equality. Words between stars may stand in several columns: `*Yealink T46U*`.
 */
function searchCondition(columns: readonly LegacyColumn[], text: string): RawBuilder<boolean> {
  const anyOf = (pattern: string) => {
    const parts = columns.flatMap((column) => searchIn(column, pattern));
    return parts.length === 0 ? sql.lit(false) : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  };
  const words = /^\*.*\*$/.test(text) ? searchWords(text) : [];
  if (words.length === 0) return anyOf(text);
  const each = words.map((word) => anyOf(`*${word}*`));
  return sql<boolean>`(${anyOf(text)} or (${sql.join(each, sql` and `)}))`;
}

function searchIn({ where, search }: LegacyColumn, text: string): RawBuilder<boolean>[] {
  if (text.includes("\0") || search === "none") return [];
  if (search === "integer") {
    return /^\d{1,9}$/.test(text) ? [where(({ expression }) => sql<boolean>`${expression} = ${Number(text)}`)] : [];
  }
  const pattern = search === "strict" || text.includes("*") ? text : `${text}*`;
  return [
    where(({ expression, type }) => matchesWildcard(type === "text" ? expression : sql`${expression}::text`, pattern)),
  ];
}
