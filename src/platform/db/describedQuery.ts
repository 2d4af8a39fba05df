import type { QueryResult } from "kysely";
import type pg from "pg";
import { serialize } from "pg-protocol";
import { OutdatedStatementError } from "./errors.ts";
import { toQueryResult } from "./statements.ts";
import { readerOf } from "./valueTypes.ts";

/** A statement with its values, as the server reads them. */
export interface Execution {
  /** The name under which the connection prepares it; empty: for this execution alone. */
  readonly name: string;
  readonly text: string;
  readonly values: (string | Buffer | null)[];
  /** The connection has not prepared it yet. */
  readonly isNew?: boolean;
}

/** The columns of a statement's rows. */
export interface RowShape {
  readonly columns: readonly { readonly name: string; readonly read: (text: string) => unknown }[];
  /** A row with all its columns: copies of one object are fast to create and read. */
  readonly empty: Readonly<Record<string, unknown>>;
}

/** Takes an answer, or the error in its place. */
export type Settle<Result> = (error: unknown, result?: Result) => void;

/** Returns the shape of rows from their description. */
export function toRowShape(fields: readonly Pick<pg.FieldDef, "name" | "dataTypeID">[]): RowShape {
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) })),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

/** Returns the messages of an execution whose rows are not described; the server answers with the next `sync`. */
export function toMessages({ name, text, values, isNew = name === "" }: Execution): Buffer[] {
  const run = [serialize.bind({ statement: name, values }), serialize.execute()];
  return isNew ? [serialize.parse({ name, text }), ...run] : run;
}

/**
 * Executions in one packet, and up to its `sync` in one transaction; the rows are those of the last one, whose shape is
 * known. It answers the driver's calls itself, as cursors do: the driver's own queries have the rows described each
 * time, and a description of forty columns takes three times as long to read as a row of them.
 */
export class DescribedQuery<Row> implements pg.Submittable {
  readonly #executions: readonly Execution[];
  readonly #shape: RowShape;
  readonly #settle: Settle<QueryResult<Row>>;
  readonly #rows: Row[] = [];
  /** Number of executions that are not complete. */
  #left: number;
  #tag = "";
  #unreadable: unknown;

  constructor(executions: readonly Execution[], shape: RowShape, settle: Settle<QueryResult<Row>>) {
    this.#executions = executions;
    this.#left = executions.length;
    this.#shape = shape;
    this.#settle = settle;
  }

  get text(): string {
    return this.#executions.map(({ text }) => text).join("; ");
  }

  submit(connection: pg.Connection): void {
    // One buffer is written far faster than several.
    connection.stream.write(Buffer.concat([...this.#executions.flatMap(toMessages), serialize.sync()]));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#left > 1 || this.#unreadable !== undefined) return;
    try {
      // Only the statement says which columns they are.
      this.#rows.push(this.#read(fields) as Row);
    } catch (error) {
      this.#unreadable = error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#left--;
    this.#tag = text;
  }

  handleReadyForQuery(): void {
    const [command = "", ...counts] = this.#tag.split(" ");
    const result = { command, rowCount: Number(counts.at(-1) ?? 0), rows: this.#rows };
    this.#settle(this.#unreadable, this.#unreadable === undefined ? toQueryResult(result) : undefined);
  }

  handleError(error: unknown): void {
    this.#settle(error);
  }

  #read(fields: readonly (string | null)[]): Record<string, unknown> {
    const { columns, empty } = this.#shape;
    if (fields.length !== columns.length) throw new OutdatedStatementError();
    const row = { ...empty };
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index];
      const value = fields[index];
      if (column && typeof value === "string") row[column.name] = column.read(value);
    }
    return row;
  }
}
