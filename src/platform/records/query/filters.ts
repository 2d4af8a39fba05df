import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ColumnStorage, FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { isNumber, searchPattern, searchWords } from "../../../core/values/searchPattern.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { Query } from "../../http/query.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { readsField } from "../actor.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { numberCondition } from "./numberCondition.ts";
import { filterTestOf, type Subject } from "./operators.ts";
import { columnFor } from "./selectRows.ts";

type Condition = Expression<SqlBool>;

/**
 * Conditions from a collection's query parameters. Unknown parameters are ignored, and so are fields the caller may not
 * read; an impossible value matches nothing.
 */
export async function filterConditions(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan,
  plans: Plans,
  query: Query,
): Promise<Condition[]> {
  const conditions: Condition[] = [];
  const { filters: ofHook = {} } = plan.hooks;
  for (const filter of plan.descriptor.filters) {
    const text = query.get(filter.name);
    // Filters on other tables are up to the hook.
    if (
      text === undefined ||
      ofHook[filter.name] ||
      !readsField(actor, plan.descriptor, plan.fields.get(filter.source))
    )
      continue;
    const field = plan.fields.get(filter.source);
    conditions.push(
      await lookupCondition({ db }, filter.source.split("."), plan, plans, (target) =>
        filterTestOf(filter.match, { ...target, isNumber: field && isNumber(field) }, text).sql(
          field?.scope ? columnFor(plan, actor, filter.source) : target.expression,
        ),
      ),
    );
  }
  for (const [name, { reads, where }] of Object.entries(ofHook)) {
    const text = query.get(name);
    if (text === undefined || !readsField(actor, plan.descriptor, plan.fields.get(reads ?? ""))) continue;
    conditions.push(text.includes("\0") ? sql.lit(false) : where(text, actor));
  }
  const searched = query.get("search");
  if (searched !== undefined) conditions.push(...(await searchCondition({ db, actor }, plan, plans, searched)));
  const ids = query.get("id");
  const { timeZone } = plan;
  if (ids !== undefined)
    conditions.push(filterTestOf("list", { type: "integer", timeZone }, ids).sql(idExpression(plan)));
  return conditions;
}

/** Rows with the text in one of their identifying texts, or each of its words in one of them. */
async function searchCondition(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan,
  plans: Plans,
  text: string,
): Promise<Condition[]> {
  const paths = plan.descriptor.list.searchIn.filter((path) =>
    readsField(actor, plan.descriptor, plan.fields.get(path)),
  );
  const near = { db, isAlternative: paths.length > 1 };
  const anywhere = async (part: string): Promise<RawBuilder<boolean>[]> => {
    const pattern = searchPattern(part, plan.descriptor.list);
    const conditions: RawBuilder<boolean>[] = [];
    for (const path of paths) {
      const like = (target: TargetColumn) => filterTestOf("wildcard", target, pattern).sql(target.expression);
      conditions.push(await lookupCondition(near, path.split("."), plan, plans, like));
    }
    return conditions;
  };
  const parts = await anywhere(text);
  if (paths.length > 1) {
    const wordConditions: RawBuilder<boolean>[] = [];
    for (const word of searchWords(text))
      wordConditions.push(sql<boolean>`(${sql.join(await anywhere(word), sql` or `)})`);
    if (wordConditions.length > 0) parts.push(sql<boolean>`(${sql.join(wordConditions, sql` and `)})`);
  }
  const byNumber = text.includes("*") ? undefined : await numberCondition(db, plan, plans, text);
  if (byNumber) parts.push(byNumber);
  return parts.length > 0 ? [sql<boolean>`(${sql.join(parts, sql` or `)})`] : [];
}

/**
 * Returns the expression of a row's id. Where ids of several resources meet, it is made of the kind and the id: see
 * discriminator.ts.
 */
function idExpression({ descriptor: { discriminator } }: ResourcePlan): RawBuilder<unknown> {
  const id = sql.ref(`${rootAlias}.id`);
  return discriminator ? sql`${id} / ${sql.lit(Object.keys(discriminator.mapping).length)}` : id;
}

export interface Near {
  readonly db: Kysely<Tables>;
  /** The condition is one of several alternatives (OR). */
  readonly isAlternative?: boolean;
}

/** Referenced ids that are listed in a query one by one; with more of them a subquery is used. */
const FEW = 500;

/**
 * Matches the same rows as relatedCondition, for the first page of a list: looks up the referenced ids first. Only from
 * the ids does the planner learn that a domain has twelve of a million subscribers, or none; otherwise it assumes that
 * all domains are equally large, and scans all subscribers for the twelve.
 */
export async function lookupCondition(
  { db, isAlternative = false }: Near,
  path: readonly string[],
  plan: ResourcePlan,
  plans: Plans,
  condition: (target: TargetColumn) => RawBuilder<boolean>,
): Promise<RawBuilder<boolean>> {
  const [name = "", ...further] = path;
  const field = plan.fields.get(name);
  if (further.length === 0 || field?.kind !== "reference" || !field.reference) {
    return relatedCondition(path, plan, plans, condition);
  }
  const next = planOf(plans, field.reference.resource);
  const where = sql.join([...next.own, await lookupCondition({ db }, further, next, plans, condition)], sql` and `);
  const table = sql`${next.source} as ${sql.ref(rootAlias)}`;
  const id = sql.ref(`${rootAlias}.id`);
  const query = sql<{ id: number }>`select ${id} as id from ${table} where ${where} limit ${FEW + 1}`;
  const { rows } = await runWithFreshPlan(query, db);
  const holder = sql.ref(`${rootAlias}.${name}`);
  if (rows.length === 0) return sql.lit(false);
  if (rows.length <= FEW) return sql<boolean>`${holder} in (${sql.join(rows.map((row) => row.id))})`;
  if (!isAlternative) return sql<boolean>`${holder} in (select ${id} from ${table} where ${where})`;
  // Next to alternatives the database would first collect all matches; this checks row by row, which fills a page soon,
  // since there are many. "offset 0" prevents the collecting; "held" carries the reference past the inner name.
  return sql<boolean>`exists (select from (select ${holder} as id) as held, ${table}
    where ${id} = held.id and ${where} offset 0)`;
}

/** The column at the end of a path. */
export interface TargetColumn extends Subject {
  readonly expression: Expression<unknown>;
}

/**
 * A condition on a related column. It becomes a subquery, so that it can use the indexes of the other table:
 * `customer_id in (select id from customers where external_id = …)`.
 */
export function relatedCondition(
  path: readonly string[],
  plan: ResourcePlan,
  plans: Plans,
  condition: (target: TargetColumn) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const [name = "", inner, ...further] = path;
  const column = plan.columns.get(name);
  if (!column) throw new Error(`${plan.name}: there is no column at ${path.join(".")}`);
  const expression = sql.ref(`${rootAlias}.${name}`);
  const field = plan.fields.get(name);
  const target: TargetColumn = { expression, type: column.type, timeZone: plan.timeZone, ...listPart(field, column) };
  if (inner === undefined) return condition(target);
  if (field?.kind === "reference" && field.reference) {
    const next = planOf(plans, field.reference.resource);
    const where = sql.join([...next.own, relatedCondition([inner, ...further], next, plans, condition)], sql` and `);
    const table = sql`${next.source} as ${sql.ref(rootAlias)}`;
    return sql<boolean>`${expression} in (select ${sql.ref(`${rootAlias}.id`)} from ${table} where ${where})`;
  }
  if (field?.kind === "list") return condition({ ...target, list: { member: inner } });
  return condition({ ...target, expression: sql`${expression} ->> ${sql.lit(inner)}`, type: "text" });
}

function listPart(field: FieldDescriptor | undefined, { type }: ColumnStorage): Pick<TargetColumn, "list"> {
  return type === "jsonb" && field?.kind === "references" ? { list: { member: null } } : {};
}
