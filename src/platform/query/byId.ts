import { type RawBuilder, sql } from "kysely";
import { rootAlias } from "../plan/resourcePlan.ts";

/** Rows of the query's own table with this id, or with one of these. */
export function byId(id: number | readonly number[]): RawBuilder<boolean> {
  const column = sql.ref(`${rootAlias}.id`);
  if (typeof id === "number") return sql<boolean>`${column} = ${id}`;
  return id.length === 0 ? sql.lit(false) : sql<boolean>`${column} = any(${[...id]}::integer[])`;
}
