import { type Kysely, sql } from "kysely";
import type { IndexStorage, TableDescriptor } from "../../core/schema/descriptor.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { folded, foldedName } from "./folded.ts";
import { indexName } from "./indexName.ts";
import type { TableState } from "./schemaState.ts";
import type { DdlStatement } from "./tableChanges.ts";

export interface IndexChanges {
  /** Run before columns change: an index may not fit a column's new type. */
  readonly drop: readonly DdlStatement[];
  readonly create: readonly DdlStatement[];
}

/** Prefix of all indexes from descriptors; others are never dropped. */
const ours = "pb_";

/**
 * Statements that bring a table's indexes in line with their descriptors. The definition is stored as the index's
 * comment, to detect changes.
 */
export function changeIndexes(db: Kysely<Tables>, table: TableDescriptor, state: TableState | undefined): IndexChanges {
  const described = new Map(table.indexes.map((index) => [indexName(index.name), index]));
  const create: DdlStatement[] = [];
  const drop: DdlStatement[] = [];
  for (const [name, noted] of state?.indexes ?? []) {
    if (!name.startsWith(ours)) continue;
    const index = described.get(name);
    if (index && createIndex(table.name, index).compile(db).sql === noted) described.delete(name);
    else drop.push(sql`drop index ${sql.id(name)}`);
  }
  for (const [name, index] of described) {
    const statement = createIndex(table.name, index);
    create.push(statement, sql`comment on index ${sql.id(name)} is ${sql.lit(statement.compile(db).sql)}`);
  }
  return { drop, create };
}

function createIndex(table: string, index: IndexStorage): DdlStatement {
  const unique = index.unique ? sql`unique ` : sql``;
  const using = index.method === "gin" || index.method === "trigram" ? sql` using gin` : sql``;
  const nulls = index.nullsNotDistinct ? sql` nulls not distinct` : sql``;
  const conditions = rowsOf(index);
  const where = conditions.length > 0 ? sql` where ${sql.join(conditions, sql` and `)}` : sql``;
  const target = sql`${sql.id(indexName(index.name))} on ${sql.id(table)}`;
  // A transaction's changes would go to the pending list, which every lookup scans: cascades alternate writes and
  // lookups.
  const settings = index.method === "gin" ? sql` with (fastupdate = off)` : sql``;
  return sql`create ${unique}index ${target}${using} (${sql.join(keys(index))})${nulls}${settings}${where}`;
}

/** Names that rows from before they were compared in any case share, each as its spellings. */
export async function sharedNames(db: Kysely<Tables>, table: string, index: IndexStorage): Promise<string[][]> {
  const name = sql.id(index.columns.at(-1) ?? "");
  const filled = index.columns.map((column) => sql`${sql.id(column)} is not null`);
  const { rows } = await sql<{ spellings: string[] }>`
    select array_agg(${name} order by id) as spellings from ${sql.id(table)}
    where ${sql.join([...rowsOf(index), ...filled], sql` and `)}
    group by ${sql.join(keys(index))} having count(*) > 1 order by min(id) limit 20`.execute(db);
  return rows.map(({ spellings }) => spellings);
}

/** Predicate of a partial index. */
function rowsOf({ except, where = {} }: IndexStorage): DdlStatement[] {
  const hidden = except
    ? [sql`${sql.id(except.field)} not in (${sql.join(except.values.map((value) => sql.lit(value)))})`]
    : [];
  const own = Object.entries(where).map(([column, condition]) =>
    condition === null ? sql`${sql.id(column)} is null` : sql`${sql.id(column)} is not null`,
  );
  return [...hidden, ...own];
}

/** In a prefix index the last column is matched by prefix, those before it by equality. */
function keys({ columns, method, digests, anyCase }: IndexStorage): DdlStatement[] {
  return columns.map((column, position) => {
    if (anyCase && position === columns.length - 1) return sql`(${foldedName(sql.id(column))})`;
    if (digests?.includes(column)) return sql`md5(${sql.id(column)})`;
    if (method === "gin") return sql`${sql.id(column)} jsonb_path_ops`;
    if (method === "trigram") return sql`(${folded(sql.id(column))}) gin_trgm_ops`;
    if (method === "prefix" && position === columns.length - 1)
      return sql`(${folded(sql.id(column))}) text_pattern_ops`;
    return sql`${sql.id(column)}`;
  });
}
