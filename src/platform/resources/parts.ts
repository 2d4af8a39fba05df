import { sql } from "kysely";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { insertAll } from "../db/insertAll.ts";
import { anyOf } from "../db/statements.ts";
import { toJsonArray } from "../records/hookHelpers.ts";
import type { ReadContext, Row } from "../resourceHooks.ts";

/** Records that are sent and shown within the one that they belong to, and stored in a table of their own. */
export interface Parts {
  readonly table: string;
  /** The column with what they belong to. */
  readonly by: string;
  readonly columns: readonly string[];
  readonly defaults: WireRecord;
  readonly order: readonly string[];
}

/** Stores the parts of a new record; `shared`: columns that all of them have in common. */
export function addParts(
  { db }: Pick<ReadContext, "db">,
  { table, columns, defaults }: Parts,
  shared: object,
  sentParts: readonly WireRecord[] | null | undefined,
): Promise<readonly Row[]> {
  const rows = toJsonArray(sentParts).map((sent) => {
    const part = { ...defaults, ...sent };
    return { ...shared, ...Object.fromEntries(columns.map((column) => [column, part[column] ?? null])) };
  });
  return insertAll<Row>(db, table, rows);
}

/** The parts of these records, in order. */
export async function loadParts(
  { db }: Pick<ReadContext, "db">,
  { table, by, order }: Parts,
  owners: readonly Row[],
): Promise<readonly Row[]> {
  const ids = owners.map(({ id }) => id);
  const sorted = sql.join(order.map((column) => sql.ref(column)));
  const parts = sql<Row>`select * from ${sql.table(table)} where ${sql.ref(by)} = ${anyOf(ids)} order by ${sorted}`;
  return ids.length === 0 ? [] : (await parts.execute(db)).rows;
}
