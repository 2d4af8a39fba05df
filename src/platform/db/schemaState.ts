import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";

/** The current state of one table in a database. */
export interface TableState {
  readonly columns: ReadonlyMap<string, ColumnState>;
  /** Indexes not owned by a constraint -> the definition that migrate stored on them. */
  readonly indexes: ReadonlyMap<string, string | null>;
  /** Foreign keys -> the referenced table. */
  readonly references: ReadonlyMap<string, string>;
}

export interface ColumnState {
  /** As in format_type, "timestamp with time zone". */
  readonly type: string;
  readonly notNull: boolean;
  readonly default: string | null;
  /** Part of the primary key, or an identity column: its NOT NULL cannot be dropped. */
  readonly fixed: boolean;
}

interface MutableTableState extends TableState {
  readonly columns: Map<string, ColumnState>;
  readonly indexes: Map<string, string | null>;
  readonly references: Map<string, string>;
}

/** Reads these tables from the current schema; missing tables are not in the result. */
export async function readSchema(db: Kysely<Tables>, names: readonly string[]): Promise<Map<string, TableState>> {
  const tables = new Map<string, MutableTableState>();
  const columns = await sql<ColumnState & { table: string; name: string }>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "notNull", pg_get_expr(d.adbin, d.adrelid) as "default",
      a.attidentity <> '' or coalesce(a.attnum = any(i.indkey), false) as fixed
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname = any(${names})
    order by a.attnum`.execute(db);
  for (const { table, name, ...column } of columns.rows) {
    const state: MutableTableState = tables.get(table) ?? {
      columns: new Map(),
      indexes: new Map(),
      references: new Map(),
    };
    tables.set(table, state);
    state.columns.set(name, column);
  }
  const indexes = await sql<{ table: string; name: string; definition: string | null }>`
    select t.relname as "table", c.relname as name, obj_description(c.oid, 'pg_class') as definition
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname = any(${names})
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    order by c.relname`.execute(db);
  for (const { table, name, definition } of indexes.rows) tables.get(table)?.indexes.set(name, definition);
  const references = await sql<{ table: string; name: string; target: string }>`
    select t.relname as "table", c.conname as name, f.relname as target
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace and t.relname = any(${names})
    order by c.conname`.execute(db);
  for (const { table, name, target } of references.rows) tables.get(table)?.references.set(name, target);
  return tables;
}
