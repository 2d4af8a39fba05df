import type { ColumnType, Generated } from "kysely";
import type { ColumnStorage, Json, TableDescriptor } from "../../core/schema/descriptor.ts";

/** timestamptz: read as RFC 3339. */
export type Instant = ColumnType<string, Date | string, Date | string>;

/** jsonb: written as its text, since drivers would turn a list into a PostgreSQL array. */
export type Document<Content = Json> = ColumnType<Content, string, string>;

interface SqlTypes {
  integer: number;
  bigint: number;
  numeric: number;
  "double precision": number;
  text: string;
  boolean: boolean;
  timestamptz: Instant;
  jsonb: Document;
  bytea: Uint8Array;
}

type Column<C extends ColumnStorage> = SqlTypes[C["type"]] | (C["notNull"] extends true ? never : null);

/** The columns of a table that the platform declares itself; `Documents`: what its jsonb columns contain. */
export type TableOf<Table extends TableDescriptor, Documents = object, Choices = object> = {
  id: Generated<number>;
  row_version: Generated<number>;
} & { [C in Table["columns"][number] as Exclude<C["name"], keyof Documents | keyof Choices>]: Column<C> } & Choices & {
    [Name in keyof Documents]: Document<Documents[Name]>;
  };
