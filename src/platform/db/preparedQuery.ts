import type { QueryResult } from "kysely";
import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";
import { serialize } from "pg-protocol";
import { toQueryResult } from "./statements.ts";
import { readerOf } from "./valueTypes.ts";

export interface Prepared {
  readonly text: string;
  /** Empty: prepared for a single execution. */
  readonly name: string;
  /** The parser of its rows, once the server has described them. */
  shape?: ResultShape;
}

interface ResultShape {
  readonly columns: readonly { readonly name: string; readonly read: (text: string) => unknown }[];
  /** A row with all its columns: copies of one object are fast to create and read. */
  readonly empty: Readonly<Record<string, unknown>>;
}

/** The driver's state of a connection, as far as it is needed here: see node-postgres' lib/query.js. */
interface Connection {
  readonly stream: { readonly writable: boolean; write(bytes: Uint8Array): boolean };
  /** Name -> text, of what the server has confirmed, and of what was sent to it. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
}

/** A statement without rows, to run in the same transaction just before another. */
export interface Before {
  readonly prepared: Prepared;
  /** The messages that run it, once it is prepared: see executeMessages. */
  readonly bytes: Uint8Array;
}

/** Messages that run a prepared statement with values; throws for values that cannot be sent. */
export function executeMessages({ name }: Prepared, values: readonly unknown[]): Uint8Array {
  return Buffer.concat([bind(name, values), execute]);
}

function bind(name: string, values: readonly unknown[]): Uint8Array {
  return serialize.bind({ statement: name, values: [...values], valueMapper: prepareValue });
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

const describePortal = serialize.describe({ type: "P" });
const execute = serialize.execute();
const executeAndSync = Buffer.concat([execute, serialize.sync()]);

/**
 * The driver's query for statements with values or a name. A named one is described by the server the first time only:
 * the server refuses to run it once its columns have changed ("cached plan must not change result type"), and parsing a
 * description takes longer than parsing a row. Everything is sent as one packet, also what is to run before it: up to
 * the `sync` it is one transaction.
 */
export class PreparedQuery<Row> extends pg.Query {
  readonly text: string;
  /** The driver notes under it what the server has parsed. */
  name: string;
  readonly #before: Before | undefined;
  /** Whether the answers that arrive are still those of what runs before. */
  #isBefore: boolean;
  readonly #prepared: Prepared;
  readonly #values: readonly unknown[];
  readonly #rows: Row[] = [];
  readonly callback: (error: unknown, result?: QueryResult<Row>) => void;
  #shape: ResultShape | undefined;
  #tag = "";
  #unreadable: unknown;

  constructor(
    prepared: Prepared,
    values: readonly unknown[],
    callback: (error: unknown, result?: QueryResult<Row>) => void,
    before?: Before,
  ) {
    super(prepared.text);
    this.text = prepared.text;
    this.#before = before;
    this.#isBefore = before !== undefined;
    this.name = (before?.prepared ?? prepared).name;
    this.callback = callback;
    this.#prepared = prepared;
    this.#values = values;
    this.#shape = prepared.shape;
  }

  override submit = (connection: unknown): Error | null => {
    // The driver's types keep its connection to themselves.
    const driver = connection as Connection;
    const { stream, submittedNamedStatements } = driver;
    const parts: Uint8Array[] = [];
    const sent: Prepared[] = [];
    const prepare = (prepared: Prepared) => {
      const { name, text } = prepared;
      if (isKnown(driver, name)) return;
      parts.push(serialize.parse({ name, text }));
      if (name !== "") sent.push(prepared);
    };
    if (this.#before) {
      prepare(this.#before.prepared);
      parts.push(this.#before.bytes);
    }
    prepare(this.#prepared);
    try {
      parts.push(bind(this.#prepared.name, this.#values));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
    for (const { name, text } of sent) submittedNamedStatements[name] = text;
    if (!this.#shape) parts.push(describePortal);
    parts.push(executeAndSync);
    if (stream.writable) stream.write(Buffer.concat(parts));
    return null;
  };

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#shape = {
      columns: fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) })),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
    if (this.#prepared.name !== "") this.#prepared.shape = this.#shape;
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#unreadable !== undefined) return;
    try {
      // Only the statement says which columns they are.
      this.#rows.push(this.#read(fields) as Row);
    } catch (error) {
      this.#unreadable = error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (!this.#isBefore) {
      this.#tag = text;
      return;
    }
    this.#isBefore = false;
    this.name = this.#prepared.name;
  }

  handleReadyForQuery(): void {
    if (this.#unreadable !== undefined) {
      this.callback(this.#unreadable);
      return;
    }
    const [command = "", ...counts] = this.#tag.split(" ");
    this.callback(undefined, toQueryResult({ command, rowCount: Number(counts.at(-1) ?? 0), rows: this.#rows }));
  }

  handleError(error: unknown, connection?: unknown): void {
    // The server has skipped what followed the error. For the type see `submit`.
    if (this.#isBefore && connection) delete (connection as Connection).submittedNamedStatements[this.#prepared.name];
    this.callback(error);
  }

  #read(fields: readonly (string | null)[]): Record<string, unknown> {
    const { columns = [], empty } = this.#shape ?? {};
    // A pooler has prepared it again in between, on a changed table: the server itself would have refused.
    if (fields.length !== columns.length) throw new Error("the columns of a prepared statement have changed");
    const row = { ...empty };
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index];
      const value = fields[index];
      if (column && typeof value === "string") row[column.name] = column.read(value);
    }
    return row;
  }
}

/** Whether the server has confirmed a statement of this name, or has been sent one. */
function isKnown({ parsedStatements, submittedNamedStatements }: Connection, name: string): boolean {
  return name !== "" && (parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined;
}
