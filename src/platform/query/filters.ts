import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { FilterDescriptor } from "../../core/descriptor.ts";
import { searchPattern, searchWords, wildcardPatterns } from "../../core/searchPattern.ts";
import type { Actor, Reading } from "../entityHooks.ts";
import type { Query } from "../http/query.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { readsField } from "../rights.ts";
import { matchesWildcard } from "./like.ts";
import { lookupCondition } from "./lookupCondition.ts";

import { numberCondition } from "./numberCondition.ts";
import { parseValue } from "./parseValue.ts";
import type { Target } from "./relatedCondition.ts";
import { valueFor } from "./valueFor.ts";

type Condition = Expression<SqlBool>;

const never = sql.lit(false);
const always = sql.lit(true);

/**
 * Conditions from a collection's query parameters. Unknown parameters are ignored, and so are fields the caller may not
 * read; an impossible value matches nothing.
 */
export async function filterConditions(
  { db, actor }: Pick<Reading, "db" | "actor">,
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
    const isNumber = filter.match === "exact" && (field?.unit === "phone" || field?.dial);
    const texts = isNumber ? wildcardPatterns(text) : [text];
    conditions.push(
      await lookupCondition({ db }, filter.source.split("."), plan, plans, (target) =>
        matches(
          texts.length > 1 ? "list" : filter.match,
          { ...target, ...scopedTarget(plan, actor, filter.source) },
          texts.join(","),
        ),
      ),
    );
  }
  for (const [name, { reads, where }] of Object.entries(ofHook)) {
    const text = query.get(name);
    if (text === undefined || !readsField(actor, plan.descriptor, plan.fields.get(reads ?? ""))) continue;
    conditions.push(text.includes("\0") ? never : where(text, actor));
  }
  const searched = query.get("search");
  if (searched !== undefined) conditions.push(...(await searchCondition({ db, actor }, plan, plans, searched)));
  const ids = query.get("id");
  if (ids !== undefined) conditions.push(matches("list", { ...idTargetOf(plan), timeZone: plan.timeZone }, ids));
  return conditions;
}

/** A field of one reseller is empty for callers of others. */
function scopedTarget(plan: ResourcePlan, actor: Actor, source: string): Partial<Target> {
  return plan.fields.get(source)?.scope ? { expression: valueFor(plan, actor, source) } : {};
}

/** Rows with the text in one of their identifying texts, or each of its words in one of them. */
async function searchCondition(
  { db, actor }: Pick<Reading, "db" | "actor">,
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
    const found: RawBuilder<boolean>[] = [];
    for (const path of paths) {
      found.push(await lookupCondition(near, path.split("."), plan, plans, (target) => like(target, pattern)));
    }
    return found;
  };
  const parts = await anywhere(text);
  if (paths.length > 1) {
    const words: RawBuilder<boolean>[] = [];
    for (const word of searchWords(text)) words.push(sql<boolean>`(${sql.join(await anywhere(word), sql` or `)})`);
    if (words.length > 0) parts.push(sql<boolean>`(${sql.join(words, sql` and `)})`);
  }
  const byNumber = text.includes("*") ? undefined : await numberCondition(db, plan, plans, text);
  if (byNumber) parts.push(byNumber);
  return parts.length > 0 ? [sql<boolean>`(${sql.join(parts, sql` or `)})`] : [];
}

const idTarget = { expression: sql.ref(`${rootAlias}.id`), type: "integer" } as const;

/** Where ids of several resources meet, those of rows are made of them: see kinds.ts. */
function idTargetOf({ descriptor: { kinds } }: ResourcePlan): Pick<Target, "expression" | "type"> {
  if (!kinds) return idTarget;
  return { ...idTarget, expression: sql`${idTarget.expression} / ${sql.lit(Object.keys(kinds.resources).length)}` };
}

function matches(match: FilterDescriptor["match"], target: Target, text: string): RawBuilder<boolean> {
  if (text === "$null") return sql<boolean>`${target.expression} is null`;
  if (text === "$not_null") return sql<boolean>`${target.expression} is not null`;
  if (target.list) return contains(target, target.list.member, text);
  switch (match) {
    case "wildcard":
      return like(target, text);
    case "exact":
      return oneOf(target, [text]);
    case "list":
      return oneOf(target, text.split(","));
    case "not": {
      const others = oneOf(target, text.split(","));
      return others === never ? always : sql<boolean>`(${target.expression} is null or not ${others})`;
    }
    case "gt":
      return compared(target, sql`>`, text);
    case "ge":
      return compared(target, sql`>=`, text);
    case "lt":
      return compared(target, sql`<`, text);
    case "le":
      return compared(target, sql`<=`, text);
    case "empty":
      return isEmpty(target, text);
  }
}

function like({ expression, type }: Target, text: string): RawBuilder<boolean> {
  return matchesWildcard(type === "text" ? expression : sql`${expression}::text`, text);
}

function oneOf({ expression, type, timeZone }: Target, texts: readonly string[]): RawBuilder<boolean> {
  const values = texts.map((text) => parseValue(type, text.trim(), timeZone)).filter((value) => value !== undefined);
  if (values.length === 0) return never;
  // A switch that was never set is off.
  if (type === "boolean")
    return values[0] ? sql<boolean>`${expression} is true` : sql<boolean>`${expression} is not true`;
  if (values.length === 1) return sql<boolean>`${expression} = ${values[0]}`;
  return sql<boolean>`${expression} in (${sql.join(values)})`;
}

function isEmpty({ expression, timeZone }: Target, text: string): RawBuilder<boolean> {
  const wanted = parseValue("boolean", text.trim(), timeZone);
  if (wanted === undefined) return never;
  return wanted ? sql<boolean>`${expression} is null` : sql<boolean>`${expression} is not null`;
}

function compared(
  { expression, type, timeZone }: Target,
  sign: RawBuilder<unknown>,
  text: string,
): RawBuilder<boolean> {
  const value = parseValue(type, text, timeZone);
  return value === undefined ? never : sql<boolean>`${expression} ${sign} ${value}`;
}

/** Lists are stored as JSON: `[3, 5]` contains 5, and `[{"profile_id": 5}]` has an item whose profile_id is 5. */
function contains({ expression }: Target, member: string | null, text: string): RawBuilder<boolean> {
  const ids = text.split(",").filter((part) => /^\d{1,15}$/.test(part.trim()));
  if (ids.length === 0) return never;
  const documents = ids.map((id) => JSON.stringify([member === null ? Number(id) : { [member]: Number(id) }]));
  return sql<boolean>`(${sql.join(
    documents.map((document) => sql`${expression} @> ${document}::jsonb`),
    sql` or `,
  )})`;
}
