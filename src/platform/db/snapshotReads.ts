import { type CompiledQuery, PostgresQueryCompiler } from "kysely";
import pg from "pg";
import { ContextValue } from "./contextValue.ts";

const allowed = new ContextValue<true>();

/**
 * Runs work whose statements outside of transactions only read. On the embedded engine they may run between the
 * statements of another's transaction, on the state before it.
 */
export function allowSnapshotReads<T>(run: () => T): T {
  return allowed.run(true, run);
}

export const areSnapshotReadsAllowed = (): boolean => allowed.get() === true;

/** Setup for reads during a transaction; run once on the connection. PostgreSQL refuses changes in a stable function. */
export const snapshotReader = `create or replace function pg_temp.pb_read() returns refcursor language plpgsql stable as $body$
  declare answer refcursor := 'pb_answer';
  begin
    open answer no scroll for execute current_setting('pb.query');
    return answer;
  exception when others then
    -- An error in the midst of a fetch would be the end of the cursor over this function.
    return null;
  end $body$`;

/**
 * Begins a transaction between whose statements others may read the state before it: it declares a cursor over a
 * function whose rows are computed on fetch, but on the snapshot of the declaration, because the function is stable.
 * Fetching a row makes the function open a cursor for any query on that same snapshot. Such a snapshot never includes
 * later changes, the transaction's own included: docs/decisions/0034-cascades-in-sets.md.
 */
export const beginWithSnapshot = `begin;
  declare pb_readers no scroll cursor for select pg_temp.pb_read(), generate_series(1, 2147483647)`;

/**
 * Reads on the snapshot of the open transaction; a savepoint isolates it from any error here. Returns undefined for what
 * has to wait for the transaction's end.
 */
export async function readSnapshot(client: pg.Client, query: CompiledQuery): Promise<pg.QueryResult | undefined> {
  const text = withLiterals(query);
  if (text === undefined) return undefined;
  const statements = [
    "savepoint pb_read",
    `select set_config('pb.query', ${pg.escapeLiteral(text)}, true)`,
    "fetch from pb_readers",
    "fetch all from pb_answer",
    "close pb_answer",
    "release savepoint pb_read",
  ];
  try {
    // One result per statement; the types declare only one.
    const results: unknown = await client.query(statements.join("; "));
    return Array.isArray(results) ? results[3] : undefined;
  } catch {
    // The reader gets its error when the query runs again afterwards. A failed transaction has no savepoint.
    await client.query("rollback to savepoint pb_read; release savepoint pb_read").catch(() => undefined);
    return undefined;
  }
}

/** A statement with its values, whose types are inferred like those of parameters; undefined where one has no literal. */
function withLiterals({ query, queryId, parameters }: CompiledQuery): string | undefined {
  try {
    const compiler = new LiteralCompiler(parameters);
    const { sql } = compiler.compileQuery(query, queryId);
    // A text of raw SQL has its parameters in itself.
    return compiler.written === parameters.length ? sql : undefined;
  } catch {
    // An object, or a text that PostgreSQL refuses: it says so when the turn comes.
    return undefined;
  }
}

/** Writes the parameters in place of the query's own values: a compiled query is used again with other ones. */
class LiteralCompiler extends PostgresQueryCompiler {
  readonly #parameters: readonly unknown[];
  written = 0;

  constructor(parameters: readonly unknown[]) {
    super();
    this.#parameters = parameters;
  }

  protected override appendValue(): void {
    this.append(` ${toLiteral(this.#parameters[this.written++])} `);
  }
}

function toLiteral(value: unknown): string {
  const text = Array.isArray(value) ? `{${value.map(toArrayItem).join(",")}}` : toText(value);
  return text === null ? "null" : pg.escapeLiteral(text);
}

function toArrayItem(value: unknown): string {
  const text = toText(value);
  return text === null ? "null" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = value instanceof Date ? value.toISOString() : String(value);
  if ((typeof value === "object" && !(value instanceof Date)) || text.includes("\0")) throw new TypeError("no literal");
  return text;
}
