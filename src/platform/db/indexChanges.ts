import { type Kysely, sql } from "kysely";
import type { IndexStorage, TableDescriptor } from "../../core/descriptor.ts";
import { indexName } from "./indexName.ts";
import type { TableState } from "./schemaState.ts";
import type { Statement } from "./tableChanges.ts";
import type { AnyTables } from "./tables.ts";

export interface IndexChanges {
  /** To run before columns change: an index may not fit a column's new type. */
  readonly drop: readonly Statement[];
  readonly create: readonly Statement[];
}

/** Prefix of every index that descriptors ask for; others are not ours to drop. */
const ours = "pb_";

/**
 * What brings a table's indexes to their descriptors. The definition is noted on the index as its comment, so that a
 * changed one is told from one that is as it should be.
 */
export function changeIndexes(
  db: Kysely<AnyTables>,
  table: TableDescriptor,
  state: TableState | undefined,
): IndexChanges {
  const wanted = new Map(table.indexes.map((index) => [indexName(index.name), index]));
  const create: Statement[] = [];
  const drop: Statement[] = [];
  for (const [name, noted] of state?.indexes ?? []) {
    if (!name.startsWith(ours)) continue;
    const index = wanted.get(name);
    if (index && createIndex(table.name, index).compile(db).sql === noted) wanted.delete(name);
    else drop.push(sql`drop index ${sql.id(name)}`);
  }
  for (const [name, index] of wanted) {
    const statement = createIndex(table.name, index);
    create.push(statement, sql`comment on index ${sql.id(name)} is ${sql.lit(statement.compile(db).sql)}`);
  }
  return { drop, create };
}

function createIndex(table: string, index: IndexStorage): Statement {
  const unique = index.unique ? sql`unique ` : sql``;
  const using = index.method === "gin" || index.method === "trigram" ? sql` using gin` : sql``;
  const conditions = rowsOf(index);
  const where = conditions.length > 0 ? sql` where ${sql.join(conditions, sql` and `)}` : sql``;
  const target = sql`${sql.id(indexName(index.name))} on ${sql.id(table)}`;
  return sql`create ${unique}index ${target}${using} (${sql.join(keys(index))})${where}`;
}

/** Conditions of a partial index. */
function rowsOf({ except, where = {} }: IndexStorage): Statement[] {
  const hidden = except
    ? [sql`${sql.id(except.field)} not in (${sql.join(except.values.map((value) => sql.lit(value)))})`]
    : [];
  const own = Object.entries(where).map(([column, wanted]) =>
    wanted === null ? sql`${sql.id(column)} is null` : sql`${sql.id(column)} is not null`,
  );
  return [...hidden, ...own];
}

/** Of a prefix index the last column is searched by its beginning; those before it are compared as they are. */
function keys({ columns, method }: IndexStorage): Statement[] {
  return columns.map((column, at) => {
    if (method === "gin") return sql`${sql.id(column)} jsonb_path_ops`;
    if (method === "trigram") return sql`lower(${sql.id(column)}) gin_trgm_ops`;
    if (method === "prefix" && at === columns.length - 1) return sql`lower(${sql.id(column)}) text_pattern_ops`;
    return sql`${sql.id(column)}`;
  });
}
