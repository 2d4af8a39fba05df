import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { foldText } from "../../../core/values/foldText.ts";
import { batchesOf } from "../../../core/values/groupBy.ts";
import { tables } from "../../../generated/tables.gen.ts";
import { runConcurrently, runWithFreshPlan } from "../../db/statements.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { foldedLike, toLikePattern } from "../query/like.ts";
import { byId, columnFor, foldedValueFor, from, visibleTo, whereAll } from "../query/selectRows.ts";
import { type Match, type Rank, rankOf, ranks, type SearchInput } from "./searchInput.ts";

export interface SearchCandidate {
  readonly id: number;
  readonly match: Match;
  /** Its status is final. */
  readonly isEnded: boolean;
}

/** A resource with the columns to search, the most telling first. */
export interface SearchTarget {
  readonly plan: ResourcePlan;
  readonly columns: readonly string[];
  /** Also by its id. */
  readonly isById?: boolean;
}

/** The indexes of a database for searches in large tables, besides those of prefixes. */
export interface Abilities {
  readonly hasTrigrams: boolean;
}

/** With more matches than this those that are the text or begin with it are looked up by themselves. */
export const MAX_MATCHES = 100;
/** Shorter texts have no trigram. */
const MIN_TRIGRAM_LENGTH = 3;
/** Selections in one statement: a statement costs about as much as planning that many. */
const together = { small: 15, large: 3 } as const;

/**
 * Records with the text in one of these columns, in no order, for each target. Of more than a hundred in a large table
 * those that are the text or begin with it come along where an index finds them.
 */
export async function candidatesIn<P extends SearchTarget>(
  context: ReadContext,
  targets: readonly P[],
  input: SearchInput,
  abilities: Abilities,
): Promise<ReadonlyMap<P, readonly SearchCandidate[]>> {
  const candidates = new Map<P, SearchCandidate[]>(targets.map((target) => [target, []]));
  const selections = targets.flatMap((target) => selectionsIn(context, target, input, abilities));
  await runSearch(context, selections, input, candidates);
  const full = targets.filter((target) => isLarge(target) && (candidates.get(target)?.length ?? 0) >= MAX_MATCHES);
  await runSearch(
    context,
    full.flatMap((target) => beginningsIn(context, target, input)),
    input,
    candidates,
  );
  return candidates;
}

/** A selection of rows of a target. */
interface SearchSelection<P extends SearchTarget> {
  readonly target: P;
  readonly condition: RawBuilder<boolean>;
}

function selectionsIn<P extends SearchTarget>(
  context: ReadContext,
  target: P,
  input: SearchInput,
  { hasTrigrams }: Abilities,
): SearchSelection<P>[] {
  const { plan, isById } = target;
  const { variants, id } = input;
  const isItself = isById && id !== undefined ? [byId(id)] : [];
  const like = (texts: readonly string[], rank: Rank): SearchSelection<P>[] => {
    const conditions = [...(target.columns.length > 0 ? [anyLike(context, target, texts, rank)] : []), ...isItself];
    return conditions.length > 0 ? [{ target, condition: sql<boolean>`(${sql.join(conditions, sql` or `)})` }] : [];
  };
  const inside = variants.filter((text) => foldText(text).length >= MIN_TRIGRAM_LENGTH);
  const isIndexed = isLarge(target) || plan.descriptor.list.searchFields !== undefined;
  if (!isIndexed) return [...like(variants, "part"), ...byWords(context, target, input.words)];
  if (hasTrigrams && inside.length > 0) {
    const indexed = input.words.filter((word) => word.length >= MIN_TRIGRAM_LENGTH);
    return [...like(inside, "part"), ...byWords(context, target, indexed)];
  }
  if (isLarge(target))
    return [...beginningsIn(context, target, input), ...isItself.map((condition) => ({ target, condition }))];
  // There are as many registrations as subscribers; of rules a few.
  return plan.fields.has("subscriber_id") ? [] : like(variants, "prefix");
}

/** Records with all words, each in any of the columns. */
function byWords<P extends SearchTarget>(
  context: ReadContext,
  target: P,
  words: readonly string[],
): SearchSelection<P>[] {
  if (words.length === 0 || target.columns.length < 2) return [];
  const each = words.map((word) => anyLike(context, target, [word], "part"));
  return [{ target, condition: sql<boolean>`(${sql.join(each, sql` and `)})` }];
}

function isLarge({ plan }: SearchTarget): boolean {
  return plan.descriptor.list.large === true;
}

/** One condition for each column that has an index of its own: such a selection stops at its limit. */
function beginningsIn<P extends SearchTarget>(
  context: ReadContext,
  target: P,
  { variants }: Pick<SearchInput, "variants">,
): SearchSelection<P>[] {
  const { plan, columns } = target;
  const { prefixed = [], plain = [] } = indexedColumns.get(plan.table) ?? {};
  return columns.flatMap((column): SearchSelection<P>[] => {
    const singleColumn = { ...target, columns: [column] };
    if (prefixed.includes(column)) {
      const like = (rank: Rank) =>
        variants.map((text) => ({ target, condition: anyLike(context, singleColumn, [text], rank) }));
      return [...like("exact"), ...like("prefix")];
    }
    if (!plain.includes(column)) return [];
    return [
      { target, condition: sql<boolean>`${columnFor(plan, context.actor, column)} = any(${[...variants]}::text[])` },
    ];
  });
}

/** Columns that an index finds by their beginning, and as a whole, by table. */
const indexedColumns = new Map(
  tables.map(({ name, indexes }) => [
    name,
    {
      prefixed: indexes.flatMap(({ method, columns }) => (method === "prefix" ? columns.slice(-1) : [])),
      plain: indexes.flatMap(({ method, columns, digests }) => (method || digests ? [] : columns.slice(0, 1))),
    },
  ]),
);

function anyLike(
  { db, actor }: ReadContext,
  { plan, columns }: SearchTarget,
  texts: readonly string[],
  rank: Rank,
): RawBuilder<boolean> {
  const likes = columns.flatMap((column) => {
    const value = foldedValueFor(db, plan, actor, column);
    return texts.map((text) => foldedLike(value, patternOf(text, rank)));
  });
  return sql<boolean>`(${sql.join(likes, sql` or `)})`;
}

/** A LIKE pattern; stars have no meaning here. */
export function patternOf(text: string, rank: Rank): string {
  const literal = toLikePattern(text.replaceAll("*", "\\*"));
  if (rank === "exact") return literal;
  return rank === "prefix" ? `${literal}%` : `%${literal}%`;
}

interface Row {
  readonly at: number;
  readonly id: number;
  readonly is_ended: boolean;
  readonly texts: readonly (string | null)[];
}

/** Runs selections, several in one statement, and adds what they find. */
async function runSearch<P extends SearchTarget>(
  context: ReadContext,
  selections: readonly SearchSelection<P>[],
  input: SearchInput,
  candidates: ReadonlyMap<P, SearchCandidate[]>,
): Promise<void> {
  const [large, small] = [
    selections.filter(({ target }) => isLarge(target)),
    selections.filter(({ target }) => !isLarge(target)),
  ];
  const statements = [...batchesOf(large, together.large), ...batchesOf(small, together.small)];
  await runConcurrently(
    context.db,
    statements.map((statement) => async () => {
      const parts = statement.flatMap(({ target: { plan, columns }, condition }, index) => {
        const texts = columns.map((column) => sql`${columnFor(plan, context.actor, column)}::text`);
        const values = sql`${sql.lit(index)} as at, array[${sql.join(texts)}]::text[] as texts`;
        return livingFirst(context, plan, [condition], values);
      });
      const { rows } = await runWithFreshPlan(sql<Row>`${sql.join(parts, sql` union all `)}`, context.db);
      for (const row of rows) {
        const target = statement[row.at]?.target;
        const match =
          target &&
          (bestMatchOf(target.columns, row.texts, input) ??
            matchOfWords(target.columns, row.texts, input) ??
            matchOfId(Number(row.id), input));
        if (match) candidates.get(target)?.push({ id: Number(row.id), match, isEnded: row.is_ended });
      }
    }),
  );
}

function bestMatchOf(columns: readonly string[], texts: Row["texts"], { folded }: SearchInput): Match | undefined {
  const matches = columns.flatMap((field, index): Match[] => {
    const text = texts[index];
    const rank = text ? rankOf(text, folded) : undefined;
    return text && rank ? [{ field, text, rank }] : [];
  });
  return matches.toSorted((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank))[0];
}

/** Returns the match of all words, in as many columns as it takes: in the first of these. */
function matchOfWords(columns: readonly string[], texts: Row["texts"], { words }: SearchInput): Match | undefined {
  const missing = new Set(words);
  const holding: { readonly field: string; readonly text: string }[] = [];
  for (const [index, field] of columns.entries()) {
    const text = texts[index] ?? "";
    const folded = foldText(text);
    const foundWords = [...missing].filter((word) => folded.includes(word));
    if (foundWords.length > 0) holding.push({ field, text });
    for (const word of foundWords) missing.delete(word);
  }
  const [first] = holding;
  if (!first || missing.size > 0) return undefined;
  return { field: first.field, text: holding.map(({ text }) => text).join(" "), rank: "part" };
}

/** Digits alone are rather those of a number, or an extension. */
function matchOfId(id: number, input: SearchInput): Match | undefined {
  if (id !== input.id) return undefined;
  return { field: "id", text: String(id), rank: input.text.startsWith("#") ? "exact" : "prefix" };
}

/**
 * Selections of visible rows: those that have not ended before those that have, each limited, so that many former
 * customers hide no present one.
 */
export function livingFirst(
  { actor }: ReadContext,
  plan: ResourcePlan,
  conditions: readonly Expression<SqlBool>[],
  values: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const id = sql.ref(`${rootAlias}.id`);
  const part = (isTerminated: boolean, further: readonly Expression<SqlBool>[]) => {
    const where = whereAll([...conditions, ...further, ...visibleTo(plan, actor)]);
    return sql`(select ${id}, ${sql.lit(isTerminated)} as is_ended, ${values} ${from(plan)} ${where} limit ${sql.lit(MAX_MATCHES)})`;
  };
  const alive = plan.living.slice(plan.notHidden.length);
  if (alive.length === 0) return [part(false, [])];
  return [part(false, alive), part(true, [sql<boolean>`not (${sql.join(alive, sql` and `)})`])];
}
