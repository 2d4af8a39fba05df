import { type Expression, type RawBuilder, sql } from "kysely";
import type { FieldDescriptor, LegacyColumnDescriptor } from "../../core/descriptor.ts";
import { searchWords } from "../../core/searchPattern.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { matchesWildcard } from "../query/like.ts";
import { relatedCondition, type Target } from "../query/relatedCondition.ts";

/** A column of a legacy table as SQL over the resource's table. */
export interface LegacyColumn {
  readonly key: string;
  readonly expression: Expression<unknown>;
  readonly search: LegacyColumnDescriptor["search"];
  /** The resource's field that it shows, or reads. */
  readonly field: FieldDescriptor | undefined;
  /** Rows whose value meets a condition, in a form that uses indexes. */
  where(condition: (target: Pick<Target, "expression" | "type">) => RawBuilder<boolean>): RawBuilder<boolean>;
}

export function legacyColumn(plan: ResourcePlan, plans: Plans, column: LegacyColumnDescriptor): LegacyColumn {
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

/** What callers see who may not read a column. */
export function retracted(column: LegacyColumn): LegacyColumn {
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
  [name = "", ...rest]: readonly string[],
  alias: string,
  depth: number,
): RawBuilder<unknown> {
  const column = sql.ref(`${alias}.${name}`);
  if (!plan.columns.has(name)) throw new Error(`${plan.name} has no column ${name} for a legacy table`);
  if (rest.length === 0) return sql`${column}`;
  const target = planOf(plans, plan.fields.get(name)?.reference?.resource ?? "");
  const inner = `t${depth}`;
  const value = valueBehind(target, plans, rest, inner, depth + 1);
  return sql`(select ${value} from ${sql.table(target.table)} as ${sql.ref(inner)} where ${sql.ref(`${inner}.id`)} = ${column})`;
}

/**
 * Rows where any searchable column matches: texts by prefix (or typed wildcards), whole numbers and strict columns by
 * equality. Words between stars may stand in several columns: `*Yealink T46U*`.
 */
export function searchCondition(columns: readonly LegacyColumn[], text: string): RawBuilder<boolean> {
  const anyOf = (wanted: string) => {
    const parts = columns.flatMap((column) => searchIn(column, wanted));
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
