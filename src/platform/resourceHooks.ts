import type { Expression, InsertType, Kysely, RawBuilder, Selectable, SelectType, SqlBool, Transaction } from "kysely";
import type { Caller } from "../core/access/access.ts";
import type { JournalOperation } from "../core/api/journalOperations.ts";
import type { Json, ResourceDescriptor, WireRecord } from "../core/schema/descriptor.ts";
import type { Rows, Tables } from "../generated/database.gen.ts";
import type { PointerOf, RulesOf, RuleViolation } from "./declaredRules.ts";
import type { Query } from "./http/query.ts";
import type { PlatformSettings } from "./runtime/settings.ts";

/** A stored row: columns of the resource's table, with `id` and `version`. Without a resource: any columns. */
export type Row<Resource extends string = string> = Resource extends keyof Rows
  ? Readonly<Selectable<Rows[Resource]>>
  : Record<string, unknown> & { readonly id: number };

/** Columns to be stored: jsonb takes plain values, timestamptz a Date or a wire timestamp. */
export type Values<Resource extends string = string> = Resource extends keyof Rows
  ? { [Column in keyof Rows[Resource]]?: SelectType<Rows[Resource][Column]> | InsertType<Rows[Resource][Column]> }
  : Record<string, unknown>;

/** The caller, as read from the database for this request. */
export interface Actor extends Caller {
  readonly username: string;
  /** Role on the wire: system, admin, reseller, ccareadmin, ccare, lintercept. */
  readonly serverRole: string;
  /** Rows of this reseller only; null sees all. */
  readonly resellerId: number | null;
  /** The administrator's stored row: flags such as show_passwords. */
  readonly admin: Row;
  /** The session whose token sent the request; null: none, as for the platform itself. */
  readonly sessionId: number | null;
  /** The run of several requests that this one is part of, as the client names it. */
  readonly run?: string;
  /** What to omit from records although the caller may see it: passwords, or all secrets. */
  readonly omits?: "passwords" | "secrets";
}

/** The context for reads: any connection, inside a transaction or not. */
export interface Reading {
  readonly db: Kysely<Tables>;
  readonly actor: Actor;
  readonly now: Date;
  /** Time zone of the platform. */
  readonly timeZone: string;
}

/** The changes of one record, as stored in the journal. */
export interface JournalEntry {
  readonly resource: string;
  /** A text for records of computed resources. */
  readonly id: number | string;
  readonly operation: JournalOperation;
  /** Reseller whose administrators may read the entry; null: none. */
  readonly resellerId: number | null;
  /** Field -> value before and after; secrets already masked. */
  readonly changes: Readonly<Record<string, { readonly before: Json; readonly after: Json }>>;
  /** Of a deletion: what makes the record again. */
  readonly kept?: DeletedSnapshot | undefined;
}

/** What makes a deleted record again, without secrets and files. */
export interface DeletedSnapshot {
  /** The row, unless it is only hidden. */
  readonly row?: { readonly [column: string]: Json };
  /** Preferences that were deleted with it: its own, and those of others that named it. */
  readonly preferences?: readonly DeletedPreference[];
}

/** A row of `preferences`. */
export interface DeletedPreference {
  readonly owner_kind: string;
  readonly owner_id: number;
  readonly attribute: string;
  readonly value: Json;
  readonly target_id: number | null;
}

/** A list that also shows rows of other resources in its table. */
export interface WiderList {
  readonly rows: Expression<SqlBool>;
  /** Query parameters that `rows` already handles: they are not applied as filters. */
  readonly instead: readonly string[];
  /** Marks a record with its owner. */
  mark(row: Row, record: WireRecord): void;
}

/** The context of hooks: the open transaction, and generic operations that write the journal. */
export interface Work {
  readonly db: Transaction<Tables>;
  readonly actor: Actor;
  /** One instant for the whole request. */
  readonly now: Date;
  readonly timeZone: string;
  /** Of all journal entries of this transaction. */
  readonly unit: string;
  readonly settings: Pick<PlatformSettings, "devices" | "fileRoom" | "passwordAging" | "passwordPolicy">;
  /** Progress for whoever waits: what was found to do, how much of it is done, and whether `signal` stops it. */
  readonly tally: { found: number; done: number; canStop?: boolean };
  /** Aborted when nobody waits for the answer any more: long work stops, and nothing is stored. */
  readonly signal?: AbortSignal | undefined;
  /** Stored row by id, whatever its scope or status; undefined when there is none. */
  load<R extends string>(resource: R, id: number): Promise<Row<R> | undefined>;
  /**
   * The same, locked until the transaction ends: for a rule that depends on a record which the stored one does not
   * reference. References are locked already.
   */
  rely<R extends string>(resource: R, id: number): Promise<Row<R> | undefined>;
  /** The same for many ids, with one query: locked in the order of ids. */
  relyAll<R extends string>(resource: R, ids: Iterable<number>): Promise<ReadonlyMap<number, Row<R>>>;
  /** Like `load` for many ids, with one query. */
  loadAll<R extends string>(resource: R, ids: Iterable<number>): Promise<ReadonlyMap<number, Row<R>>>;
  /** Rows by equal columns. */
  find<R extends string>(resource: R, where: Readonly<Values<R>>): Promise<Row<R>[]>;
  /**
   * Updates related rows: the target's own hooks run, and each row gets a journal entry. Many rows are updated in
   * batches, with as many statements per batch as for one row.
   */
  change<R extends string>(resource: R, ids: readonly number[], values: ValuesOf<R>): Promise<void>;
  /** Inserts a row with these columns, with hooks and journal but without validation. */
  make<R extends string>(resource: R, values: WireRecord): Promise<Row<R>>;
  /** The same for many rows, with as many statements as for one. Returns them in order. */
  makeAll<R extends string>(resource: R, rows: readonly WireRecord[]): Promise<readonly Row<R>[]>;
  /** Deletes rows with their own cascades and journal entries. */
  erase(resource: string, ids: readonly number[]): Promise<void>;
  /** Notes the preferences that are deleted with a record, for its journal entry. */
  keepPreferences(resource: string, id: number, preferences: readonly DeletedPreference[]): void;
  /** Writes journal entries for changes outside the generic operations (such as preferences). */
  journal(...entries: readonly JournalEntry[]): Promise<void>;
}

/** Columns and their new values, the same for all rows or computed per row. */
export type ValuesOf<Resource extends string = string> =
  | Readonly<Values<Resource>>
  | ((row: Row<Resource>) => Readonly<Values<Resource>>);

/** A request body before validation. */
export interface PrepareEvent<Resource extends string = string> {
  readonly work: Work;
  readonly mode: "create" | "update";
  /** As sent, including unknown fields; on PATCH the record's wire form with the patch applied. */
  readonly body: WireRecord;
  /** Fields named by the request: keys of the body, or paths of the patch. */
  readonly touched: ReadonlySet<string>;
  readonly previous: Row<Resource> | undefined;
}

export interface WriteEvent<Resource extends string = string> {
  readonly work: Work;
  readonly mode: "create" | "update";
  readonly descriptor: ResourceDescriptor;
  /** The validated record in wire shape (on PATCH: the whole record with the patch applied). */
  readonly input: WireRecord;
  /** Fields named by the request: keys of the body, or paths of the patch. */
  readonly touched: ReadonlySet<string>;
  readonly previous: Row<Resource> | undefined;
  /** The events of all rows that are written together, this one included. */
  readonly together: readonly WriteEvent<Resource>[];
  /**
   * Columns to be stored; a hook may set or change them. On update, absent ones keep their value. jsonb columns take
   * plain values, timestamps a Date or a wire timestamp.
   */
  readonly values: Values<Resource>;
}

export interface WrittenEvent<Resource extends string = string> extends WriteEvent<Resource> {
  readonly row: Row<Resource>;
  /** The same events as `together`, with their stored rows. */
  readonly allWritten: readonly WrittenEvent<Resource>[];
}

/** A request to create a record that was refused, in a transaction of its own. */
export interface RefusedEvent {
  readonly work: Work;
  readonly body: WireRecord;
  /** The answer's message. */
  readonly message: string;
}

export interface RemoveEvent<Resource extends string = string> {
  readonly work: Work;
  readonly descriptor: ResourceDescriptor;
  readonly row: Row<Resource>;
  /** Parameters of the request that deletes the record; absent in cascades. */
  readonly query?: Query;
}

export interface SendEvent<Resource extends string = string> {
  readonly work: Work;
  readonly row: Row<Resource>;
  readonly ip: string;
}

/** A currency that is computed of columns; rows with the same values of `by` have the same. */
export interface Currency {
  readonly by: readonly string[];
  readonly of: (column: (name: string) => RawBuilder<unknown>) => RawBuilder<string | null>;
}

export interface UpdateComputedEvent {
  readonly work: Work;
  readonly record: WireRecord;
  /** The validated values of all fields that can be changed. */
  readonly input: WireRecord;
}

export interface RemoveComputedEvent {
  readonly work: Work;
  readonly record: WireRecord;
}

export interface HookFilter {
  /** Field whose values the filter reveals: it is ignored for callers who may not read that field. */
  readonly reads?: string;
  /** `table` is the alias of the resource's table: see resourceExpressions. */
  where(value: string, actor: Actor): Expression<SqlBool>;
  /** Whether a value can be read; without it, by the kind of the schema's filter of that name. */
  accepts?(value: string): boolean;
}

type Breaches<Pointer extends string> = readonly RuleViolation<Pointer>[] | Promise<readonly RuleViolation<Pointer>[]>;

/** When a rule is checked: before the hook `prepare`, after `beforeWrite` or before `afterWrite`. */
interface Moments<Resource extends string, Pointer extends string> {
  prepare(event: PrepareEvent<Resource>): Breaches<Pointer>;
  beforeWrite(event: WriteEvent<Resource>): Breaches<Pointer>;
  afterWrite(event: WrittenEvent<Resource>): Breaches<Pointer>;
}

export type Moment = keyof Moments<string, string>;

/** Finds the breaches of one rule, at one moment or several. */
export type Check<Resource extends string = string, Pointer extends string = string> = Partial<
  Moments<Resource, Pointer>
> &
  { [When in Moment]: Pick<Moments<Resource, Pointer>, When> }[Moment];

/** A check for each rule that the resource declares, in the order of their errors; or for some of them. */
export type Checks<Resource extends string, Rule extends string = RulesOf<Resource>> = {
  readonly [One in Rule]: Check<Resource, PointerOf<Resource, One>>;
};

/**
 * What a schema cannot express about one entity. Every hook runs inside the request's transaction and throws catalogue
 * errors. The business rules that a schema declares are checked here, one by one, and reported together.
 */
export type EntityHooks<Resource extends string = string> = Hooks<Resource> &
  ([RulesOf<Resource>] extends [never] ? { readonly checks?: undefined } : { readonly checks: Checks<Resource> });

export type AnyHooks = Hooks<string> & { readonly checks?: Readonly<Record<string, Check>> };

/** What a request reads: a record by its id, or a list. */
export interface Asked {
  readonly id?: number | undefined;
  readonly query: Query;
}

/** How records that change as time passes are kept up to date. */
export interface Upkeep {
  /** Owners of such records that are due, among those that a request reads; must be fast. */
  due(reading: Reading, asked: Asked): Promise<readonly number[]>;
  /** Some of all owners that are due; none when everything is up to date. */
  overdue(reading: Reading): Promise<readonly number[]>;
  bring(work: Work, owners: readonly number[]): Promise<void>;
}

interface Hooks<Resource extends string> {
  /**
   * References to records that the hooks change: these are locked exclusively at once, because two requests sharing a
   * lock could not both upgrade it.
   */
  readonly changes?: readonly string[];
  /**
   * Records without a value in the scope are the platform's own, which administrators of all resellers read and none of
   * them changes.
   */
  readonly sharesUnowned?: true;
  /**
   * Completes a body before validation: a name sent for an id, a choice implied by other fields. It may also resolve
   * conflicts that validation would report.
   */
  prepare?(event: PrepareEvent<Resource>): Promise<WireRecord>;
  /** Server-set values; runs before the row is stored. */
  beforeWrite?(event: WriteEvent<Resource>): Promise<void>;
  /**
   * The same for many rows at once, instead of `beforeWrite`, for entities that cascades change: it queries the
   * database for all of them together. One row is a set of one. All events have the same mode.
   */
  beforeWriteAll?(events: readonly WriteEvent<Resource>[]): Promise<void>;
  /** Cascades; runs after the row is stored. */
  afterWrite?(event: WrittenEvent<Resource>): Promise<void>;
  /** The same for many rows at once, instead of `afterWrite`. */
  afterWriteAll?(events: readonly WrittenEvent<Resource>[]): Promise<void>;
  /** Notes a refused request to create a record. */
  refused?(event: RefusedEvent): Promise<void>;
  /** Errors ("still in use") and cascades. */
  beforeRemove?(event: RemoveEvent<Resource>): Promise<void>;
  /** Replaces deletion: returns true when the hook has handled the row itself (such as marking it terminated). */
  remove?(event: RemoveEvent<Resource>): Promise<boolean>;
  /** Completes the columns of a deleted row that is made again, without the secrets that it had. */
  beforeReturn?(values: Values<Resource>): Promise<void>;
  /** Notes who was sent a file of the record, in the transaction that reads it. */
  noteSent?(event: SendEvent<Resource>): Promise<void>;
  /** Records that change by themselves are brought up to date before they are read. */
  readonly upkeep?: Upkeep;
  /**
   * Adds computed members to wire records, for a whole page at once. Receives stored rows and their wire records,
   * pairwise.
   */
  present?(reading: Reading, rows: readonly Row<Resource>[], records: WireRecord[]): Promise<void>;
  /**
   * Time zones of the owners of rows, pairwise; undefined: unknown. If implemented, clients may request times in
   * another zone (`tz`) or in these (`use_owner_tz`).
   */
  ownerZones?(reading: Reading, rows: readonly Row<Resource>[]): Promise<readonly (string | undefined)[]>;
  /**
   * Restricts the rows that the caller sees, in addition to reseller scope and hidden states: a condition on the
   * resource's table under the alias `table` (`resourceExpressions`); undefined: no restriction.
   */
  visibleTo?(actor: Actor): Expression<SqlBool> | undefined;
  /**
   * Rows of resources with the same table that a query includes: `rows` replaces the condition that separates them.
   * Undefined: the resource's own only.
   */
  widen?(query: Query): WiderList | undefined;
  /** Filters that the schema cannot express, by query parameter. */
  filters?: Readonly<Record<string, HookFilter>>;
  /** Computed currencies, which sums of amounts in them are kept apart by. */
  readonly currencies?: Readonly<Record<string, Currency>>;
  /** Columns of legacy tables named `@name`: SQL by name. */
  legacyColumns?: Readonly<Record<string, Expression<unknown>>>;
  /**
   * Named conditions of legacy tables, on the alias `table`. For a resource that shares its table it replaces the
   * condition on its own rows: `sql.lit(true)` shows those of all.
   */
  legacyNarrow?: Readonly<Record<string, Expression<SqlBool>>>;
  /** The query with the rows of a resource that has no table (`"storage": "query"`), in parentheses. */
  readonly source?: RawBuilder<unknown>;
  /**
   * All records of a computed resource (`"storage": "computed"`) that the caller may see, in wire format and any order.
   * Filters, sorting and paging are applied to them, except for the filters in `handles`. A query for one record has
   * its `id`.
   */
  rows?(reading: Reading, query: Query): Promise<readonly WireRecord[]>;
  /** Query parameters that `rows` handles itself. */
  readonly handles?: readonly string[];
  /** Changes one of those records. */
  updateComputed?(event: UpdateComputedEvent): Promise<void>;
  /** Deletes one of those records; the platform writes the journal entry. */
  removeComputed?(event: RemoveComputedEvent): Promise<void>;
  /** Values to mask in the journal, besides secrets. */
  journalMask?(row: Record<string, Json>): Record<string, Json>;
}
