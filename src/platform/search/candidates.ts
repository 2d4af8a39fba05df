import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { foldText } from "../../core/foldText.ts";
import { tables } from "../../generated/tables.gen.ts";
import { runPlanned } from "../db/statements.ts";
import type { Actor, Reading } from "../entityHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { matchesPattern, toLikePattern } from "../query/like.ts";
import { valueFor } from "../query/valueFor.ts";
import { from, visibleTo, whereAll } from "../query/visible.ts";
import { type Match, type Rank, rankOf, ranks } from "./ranks.ts";
import type { Typed } from "./typed.ts";

/** A record that matches. */
export interface Candidate {
  readonly id: number;
  readonly match: Match;
  /** Its status is final. */
  readonly isEnded: boolean;
}

/** More matches than this are not ranked one by one: exact ones and prefixes are then looked up first. */
export const most = 100;
/** Shorter texts have no trigram. */
const fewestInside = 3;

/** What a database can look up in a large table, beside prefixes. */
export interface Abilities {
  readonly hasTrigrams: boolean;
}

/** Columns with a prefix index, by table. */
const prefixed = new Map(
  tables.map(({ name, indexes }) => [
    name,
    new Set(indexes.flatMap(({ method, columns }) => (method === "prefix" ? columns.slice(-1) : []))),
  ]),
);

/**
 * Records with the text in one of these columns, in no order. Those that start with it, and those that are it, are
 * among them however many others there are.
 */
export async function candidatesIn(
  reading: Reading,
  plan: ResourcePlan,
  columns: readonly string[],
  typed: Typed,
  { hasTrigrams }: Abilities,
): Promise<Candidate[]> {
  const { list } = plan.descriptor;
  const isLarge = list.large === true;
  const isIndexed = isLarge || list.finds !== undefined;
  const inside = typed.variants.filter((text) => foldText(text).length >= fewestInside);
  if (isIndexed && !isLarge && inside.length === 0) {
    // Of one or two letters that begin a value, such an index knows words.
    return select(reading, plan, columns, typed, [anyLike(plan, reading.actor, columns, typed.variants, "prefix")]);
  }
  if (isLarge && (!hasTrigrams || inside.length === 0)) {
    const indexed = columns.filter((column) => prefixed.get(plan.table)?.has(column));
    return select(reading, plan, columns, typed, eachAlone(plan, reading.actor, indexed, typed.variants));
  }
  const texts = isIndexed ? inside : typed.variants;
  const found = await select(reading, plan, columns, typed, [anyLike(plan, reading.actor, columns, texts, "part")]);
  // All that there are, or the first of many.
  for (const rank of ["prefix", "exact"] as const) {
    if (found.filter(({ match }) => ranks.indexOf(match.rank) <= ranks.indexOf(above[rank])).length < most) break;
    found.push(...(await select(reading, plan, columns, typed, [anyLike(plan, reading.actor, columns, texts, rank)])));
  }
  return found;
}

/** What the selection before may have cut off. */
const above = { prefix: "part", exact: "prefix" } as const satisfies Partial<Record<Rank, Rank>>;

/** One condition for each column: each has an index of its own, and stops at the limit. */
function eachAlone(plan: ResourcePlan, actor: Actor, columns: readonly string[], texts: readonly string[]) {
  return columns.flatMap((column) => texts.map((text) => anyLike(plan, actor, [column], [text], "prefix")));
}

function anyLike(
  plan: ResourcePlan,
  actor: Actor,
  columns: readonly string[],
  texts: readonly string[],
  rank: Rank,
): RawBuilder<boolean> {
  const likes = columns.flatMap((column) =>
    texts.map((text) => matchesPattern(valueFor(plan, actor, column), patternOf(text, rank))),
  );
  return sql<boolean>`(${sql.join(likes, sql` or `)})`;
}

/** A LIKE pattern; stars have no meaning here. */
export function patternOf(text: string, rank: Rank): string {
  const literal = toLikePattern(text.replaceAll("*", "\\*"));
  if (rank === "exact") return literal;
  return rank === "prefix" ? `${literal}%` : `%${literal}%`;
}

async function select(
  reading: Reading,
  plan: ResourcePlan,
  columns: readonly string[],
  typed: Typed,
  conditions: readonly RawBuilder<boolean>[],
): Promise<Candidate[]> {
  if (columns.length === 0 || conditions.length === 0) return [];
  const values = columns.map((column, at) => sql`${valueFor(plan, reading.actor, column)} as ${sql.ref(`v${at}`)}`);
  const parts = conditions.flatMap((condition) => livingFirst(reading, plan, [condition], sql.join(values)));
  const { rows } = await runPlanned(sql<Row>`${sql.join(parts, sql` union all `)}`, reading.db);
  return rows.flatMap(({ id, is_ended, ...row }): Candidate[] => {
    const match = bestOf(columns, row, typed);
    return match ? [{ id: Number(id), match, isEnded: is_ended }] : [];
  });
}

interface Row {
  readonly id: number;
  readonly is_ended: boolean;
  readonly [value: `v${number}`]: string | null;
}

function bestOf(columns: readonly string[], row: Omit<Row, "id" | "is_ended">, typed: Typed): Match | undefined {
  const matches = columns.flatMap((field, at): Match[] => {
    const text = row[`v${at}`];
    const rank = text ? rankOf(text, typed.folded) : undefined;
    return text && rank ? [{ field, text, rank }] : [];
  });
  return matches.toSorted((one, other) => ranks.indexOf(one.rank) - ranks.indexOf(other.rank))[0];
}

/**
 * Selections of visible rows: those that have not ended before those that have, each limited, so that many former
 * customers hide no present one.
 */
export function livingFirst(
  { actor }: Reading,
  plan: ResourcePlan,
  conditions: readonly Expression<SqlBool>[],
  values: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const id = sql.ref(`${rootAlias}.id`);
  const part = (isEnded: boolean, further: readonly Expression<SqlBool>[]) => {
    const where = whereAll([...conditions, ...further, ...visibleTo(plan, actor)]);
    return sql`(select ${id}, ${sql.lit(isEnded)} as is_ended, ${values} ${from(plan)} ${where} limit ${sql.lit(most)})`;
  };
  const alive = plan.living.slice(plan.notHidden.length);
  if (alive.length === 0) return [part(false, [])];
  return [part(false, alive), part(true, [sql<boolean>`not (${sql.join(alive, sql` and `)})`])];
}
