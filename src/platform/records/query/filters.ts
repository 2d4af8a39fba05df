import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { isNumber, searchPattern, searchWords } from "../../../core/values/searchPattern.ts";
import type { Query } from "../../http/query.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { readsField } from "../rights.ts";
import { columnFor } from "./columnFor.ts";
import { lookupCondition } from "./lookupCondition.ts";
import { numberCondition } from "./numberCondition.ts";
import { filterTestOf } from "./operators.ts";
import type { TargetColumn } from "./relatedCondition.ts";

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
