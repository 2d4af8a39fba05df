import type { Expression, Kysely, RawBuilder, Transaction } from "kysely";
import type { Caller } from "../core/access.ts";
import type { Json, ResourceDescriptor, WireRecord } from "../core/descriptor.ts";
import type { AnyTables } from "./db/tables.ts";
import type { Query } from "./http/query.ts";
import type { PlatformSettings } from "./settings.ts";

/** A stored row: columns of the resource's table, with `id` and `version`. */
export type Row = Record<string, unknown> & { readonly id: number };

/** Who acts, as read from the database for this request. */
export interface Actor extends Caller {
  readonly username: string;
  /** Role of the wire: system, admin, reseller, ccareadmin, ccare, lintercept. */
  readonly serverRole: string;
  /** Rows of this reseller only; null sees all. */
  readonly resellerId: number | null;
  /** The administrator's stored row: flags such as show_passwords. */
  readonly admin: Row;
  /** The login whose token sent the request; null: none, as for the platform itself. */
  readonly sessionId: number | null;
}

/** What reading needs: any connection, inside a transaction or not. */
export interface Reading {
  readonly db: Kysely<AnyTables>;
  readonly actor: Actor;
  readonly now: Date;
}

/** What changed on one record, as the journal keeps it. */
export interface JournalEntry {
  readonly resource: string;
  /** A text for records of computed resources. */
  readonly id: number | string;
  readonly operation: "create" | "update" | "delete";
  /** Reseller whose people may read the entry; null: nobody's. */
  readonly resellerId: number | null;
  /** Field -> value before and after; secrets already masked. */
  readonly changes: Readonly<Record<string, { readonly before: Json; readonly after: Json }>>;
}

/** A list that shows rows of other resources of its table as well. */
export interface WiderList {
  readonly rows: RawBuilder<boolean>;
  /** Query parameters that `rows` takes account of already: they are no filters then. */
  readonly instead: readonly string[];
  /** Says on a record whose it is. */
  mark(row: Row, record: WireRecord): void;
}

/** Everything a hook may use: the open transaction, and generic operations that journal what they do. */
export interface Work {
  readonly db: Transaction<AnyTables>;
  readonly actor: Actor;
  /** One instant for the whole request. */
  readonly now: Date;
  readonly settings: Pick<PlatformSettings, "passwordAging">;
  /** Stored row by id, whatever its scope or status; undefined when there is none. */
  load(resource: string, id: number): Promise<Row | undefined>;
  /** Rows by equal columns. */
  find(resource: string, where: Readonly<Record<string, unknown>>): Promise<Row[]>;
  /** Changes rows behind other rows: the target's own hooks run, a journal entry each is written. */
  change(resource: string, ids: readonly number[], values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Stores a new row with these columns, as if it had been asked for; nothing judges it before. */
  make(resource: string, values: WireRecord): Promise<Row>;
  /** Removes rows for good with their own cascades and journal entries. */
  erase(resource: string, ids: readonly number[]): Promise<void>;
  /** Writes a journal entry for what the generic operations do not know of (preferences, say). */
  journal(entry: JournalEntry): Promise<void>;
}

/** A request's body on its way to validation. */
export interface PrepareEvent {
  readonly work: Work;
  readonly mode: "create" | "update";
  /** As sent, fields the resource does not have included; on PATCH the record's wire form with the patch applied. */
  readonly body: WireRecord;
  /** Fields the request itself named: keys of the body, or paths of the patch. */
  readonly touched: ReadonlySet<string>;
  /** The stored row before an update. */
  readonly previous: Row | undefined;
}

export interface WriteEvent {
  readonly work: Work;
  readonly mode: "create" | "update";
  readonly descriptor: ResourceDescriptor;
  /** The validated record in wire shape (on PATCH: the whole record with the patch applied). */
  readonly input: WireRecord;
  /** Fields the request itself named: keys of the body, or paths of the patch. */
  readonly touched: ReadonlySet<string>;
  /** The stored row before an update. */
  readonly previous: Row | undefined;
  /**
   * Columns about to be stored; a hook may set or change them. On update those that are not named keep their
   * value. jsonb columns take plain values, timestamps a Date or a text of the wire.
   */
  readonly values: Record<string, unknown>;
}

export interface RemoveEvent {
  readonly work: Work;
  readonly descriptor: ResourceDescriptor;
  readonly row: Row;
}

/** One record of a computed resource, about to be removed. */
export interface RemoveComputedEvent {
  readonly work: Work;
  readonly record: WireRecord;
}

export interface HookFilter {
  /** Field whose values the filter tells: it is ignored for who may not read that. */
  readonly reads?: string;
  /** `table` is the alias of the resource's table. */
  where(value: string): Expression<boolean> | RawBuilder<boolean>;
}

/** What a schema can not say about one entity. Every hook runs inside the request's transaction and throws catalogue errors. */
export interface EntityHooks {
  /**
   * Completes a body before it is validated: a name sent for an id, a choice implied by what was sent. Also the
   * place to move something out of the way that validation would find there.
   */
  prepare?(event: PrepareEvent): Promise<WireRecord>;
  /** Cross-record rules and server-made values; before the row is stored. */
  beforeWrite?(event: WriteEvent): Promise<void>;
  /** Cascades; the row is stored. */
  afterWrite?(event: WriteEvent & { readonly row: Row }): Promise<void>;
  /** Refusals ("still in use") and cascades. */
  beforeRemove?(event: RemoveEvent): Promise<void>;
  /** Replaces erasing: returns true when the hook has dealt with the row itself (marked it terminated, say). */
  remove?(event: RemoveEvent): Promise<boolean>;
  /** Adds computed members to wire records, all rows of a page at once. Receives stored rows and their wire records, pairwise. */
  present?(reading: Reading, rows: readonly Row[], records: WireRecord[]): Promise<void>;
  /**
   * Time zones of the owners of rows, pairwise; undefined: none is known. Where it is there, readers may ask for times
   * in another zone (`tz`) or in these (`use_owner_tz`).
   */
  ownerZones?(reading: Reading, rows: readonly Row[]): Promise<readonly (string | undefined)[]>;
  /**
   * Rows the caller may see, besides reseller scope and hidden states: a condition on the columns of the resource's
   * table under the alias `table` (`sql.ref("table.id")`); undefined: no further narrowing.
   */
  visibleTo?(actor: Actor): Expression<boolean> | RawBuilder<boolean> | undefined;
  /**
   * Rows that a query asks for besides the resource's own, of those that share its table: `rows` takes the place of
   * what tells them apart. Undefined: the resource's own only.
   */
  widen?(query: Query): WiderList | undefined;
  /** Filters the schema can not describe, by query parameter. */
  filters?: Readonly<Record<string, HookFilter>>;
  /** Columns of legacy tables named `@name`: SQL by name. */
  legacyColumns?: Readonly<Record<string, RawBuilder<unknown>>>;
  /**
   * Narrowings of legacy tables by name, with the alias `table`. One of a resource that shares its table replaces
   * the resource's own part of it: `sql\`true\`` shows the rows of all.
   */
  legacyNarrow?: Readonly<Record<string, RawBuilder<boolean>>>;
  /**
   * All records of a computed resource (`"storage": "computed"`) that the caller may see, in wire shape and in any
   * order. Filters, order and pages are worked out over them.
   */
  rows?(reading: Reading): Promise<readonly WireRecord[]>;
  /** Removes one of those records; the journal entry is written by the platform. */
  removeComputed?(event: RemoveComputedEvent): Promise<void>;
  /** Values the journal must not show, besides secrets. */
  journalMask?(row: Record<string, Json>): Record<string, Json>;
}
