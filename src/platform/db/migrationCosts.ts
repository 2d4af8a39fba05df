import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";

/** The effect of a migration's statement on a running product. */
export interface StatementCost {
  readonly statement: string;
  readonly table: string | undefined;
  /** Rows that the table has, as the planner estimates. */
  readonly rows: number;
  /** `rewrite`: every row is written; `scan`: every row is read; `none`: takes no longer for a larger table. */
  readonly work: "rewrite" | "scan" | "none";
  /** The lock on the table: what waits for it until the migration ends. */
  readonly blocks: "reads and writes" | "writes" | "nothing";
}

type CostKind = Pick<StatementCost, "work" | "blocks">;

const name = '"?([^"\\s(]+)"?';

/** By the beginning of the statement; the table is the group. Taken from PostgreSQL's documentation of ALTER TABLE. */
const kinds: readonly (readonly [RegExp, CostKind])[] = [
  [new RegExp(`^create table ${name}`), { work: "none", blocks: "nothing" }],
  [new RegExp(`^create (?:unique )?index .*? on ${name}`, "s"), { work: "scan", blocks: "writes" }],
  [new RegExp(`^alter table ${name} add constraint`), { work: "scan", blocks: "writes" }],
  [new RegExp(`^alter table ${name} alter column "[^"]*" type`), { work: "rewrite", blocks: "reads and writes" }],
  [new RegExp(`^alter table ${name} add column .*generated`), { work: "rewrite", blocks: "reads and writes" }],
  [new RegExp(`^alter table ${name} alter column "[^"]*" set not null`), { work: "scan", blocks: "reads and writes" }],
  [new RegExp(`^alter table ${name}`), { work: "none", blocks: "reads and writes" }],
  [new RegExp(`^(?:update|delete from) ${name}`), { work: "rewrite", blocks: "nothing" }],
];

/** Estimates statements that have not run: see planMigration. */
export async function estimateCosts(
  db: Kysely<Tables>,
  statements: readonly string[],
): Promise<readonly StatementCost[]> {
  const rows = await rowsByTable(db);
  return statements.map((statement) => {
    for (const [pattern, kind] of kinds) {
      const [, table] = pattern.exec(statement) ?? [];
      if (table !== undefined) return { statement, table, rows: rows.get(table) ?? 0, ...kind };
    }
    return { statement, table: undefined, rows: 0, work: "none", blocks: "nothing" };
  });
}

async function rowsByTable(db: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select c.relname as name, greatest(c.reltuples, s.n_live_tup, 0)::float8 as count
    from pg_class c
    left join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`.execute(db);
  return new Map(rows.map(({ name, count }) => [name, count]));
}
