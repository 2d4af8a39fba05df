import type { Expression, InsertType, Kysely, RawBuilder, Selectable, SelectType, SqlBool, Transaction } from "kysely";
import type { Caller } from "../core/access/access.ts";
import type { JournalOperation } from "../core/api/journalOperations.ts";
import type { Json, ResourceDescriptor, WireRecord } from "../core/schema/descriptor.ts";
import type { Rows, Tables } from "../generated/database.gen.ts";
import type { RequiredHooks } from "../generated/requiredHooks.gen.ts";
import type { ResourceName, Resources } from "../generated/types/index.gen.ts";
import type { PointerOf, RulesOf, RuleViolation } from "./declaredRules.ts";
import type { Query } from "./http/query.ts";
import type { PlatformSettings } from "./runtime/settings.ts";

/** A stored row: columns of the resource's table, with `id` and `version`. Without a resource: any columns. */
export type Row<Resource extends string = string> = Resource extends keyof Rows
  ? Readonly<Selectable<Rows[Resource]>>
  : Readonly<WireRecord> & { readonly id: number; readonly row_version?: number };

/** Columns to be stored: jsonb takes plain values, timestamptz a Date or a wire timestamp. */
export type ColumnValues<Resource extends string = string> = Resource extends keyof Rows
  ? { [Column in keyof Rows[Resource]]?: ValueOf<Rows[Resource][Column]> }
  : Record<string, StoredValue>;

/** Columns of a new row, as far as neither hooks nor the database set them. Without a resource: any. */
type NewRow<Resource extends string = string> = Resource extends keyof Rows
  ? Partial<Row<Resource>>
  : Readonly<WireRecord>;

/** A value to store in a column: timestamps are texts or Dates. */
export type StoredValue = Json | Date | undefined;

type ValueOf<Column> =
  SelectType<Column> extends string | null ? SelectType<Column> | InsertType<Column> : SelectType<Column>;

/** The members that a request may write, in a record to create or to update. Without a resource: any. */
export type WrittenRecord<Resource extends string = string> = Resource extends ResourceName
  ? MembersOf<Resources[Resource]["create"] | Resources[Resource]["update"]>
  : WireRecord;

type MembersOf<Shape> = {
  readonly [Name in Shape extends unknown ? keyof Shape : never]?: Shape extends {
    readonly [One in Name]?: infer Value;
  }
    ? Value
    : never;
};

/** The caller, as read from the database for this request. */
export interface Actor extends Caller {
  readonly username: string;
  /** Role on the wire: system, admin, reseller, ccareadmin, ccare, lintercept. */
  readonly serverRole: string;
  /** Rows of this reseller only; null sees all. */
  readonly resellerId: number | null;
  /** The administrator's stored row: flags such as show_passwords. */
  readonly admin: Row<"admins">;
  /** The session whose token sent the request; null: none, as for the platform itself. */
  readonly sessionId: number | null;
  /** The run of several requests that this one is part of, as the client names it. */
  readonly run?: string;
  /** Omitted from records although the caller may see it: passwords, or all secrets. */
  readonly omits?: "passwords" | "secrets";
}

/** The context for reads: any connection, inside a transaction or not. */
export interface ReadContext {
  readonly db: Kysely<Tables>;
  readonly actor: Actor;
  readonly now: Date;
  /** Time zone of the platform. */
  readonly timeZone: string;
}

/** The changes of one record, as stored in the journal. */
export interface NewJournalEntry {
  readonly resource: string;
  /** A text for records of computed resources. */
  readonly id: number | string;
  readonly operation: JournalOperation;
  /** Reseller whose administrators may read the entry; null: none. */
  readonly resellerId: number | null;
  /** Field -> value before and after; secrets already masked. */
  readonly changes: Readonly<Record<string, { readonly before: Json; readonly after: Json }>>;
  /** For a deletion: the snapshot that restores the record. */
  readonly kept?: DeletedSnapshot | undefined;
}

/** All that is needed to insert a deleted record again, without secrets and files. */
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
interface SharedTableList {
  readonly rows: Expression<SqlBool>;
  /** Query parameters that `rows` already handles: they are not applied as filters. */
  readonly handledFilters: readonly string[];
  /** Marks a record with its owner. */
  annotate(row: Row, record: WireRecord): void;
}

/** The context of hooks: the open transaction, and generic operations that write the journal. */
export interface HookContext {
  readonly db: Transaction<Tables>;
  readonly actor: Actor;
  /** One instant for the whole request. */
  readonly now: Date;
  readonly timeZone: string;
  /** Shared by the journal entries of this transaction. */
  readonly changeSetId: string;
  readonly settings: Pick<PlatformSettings, "devices" | "fileRoom" | "passwordAging" | "passwordPolicy">;
  /** Progress for the client that waits: the records found, those done, and whether `signal` stops the work. */
  readonly progress: { found: number; done: number; canStop?: boolean };
  /** Aborted when nobody waits for the answer any more: long work stops, and nothing is stored. */
  readonly signal?: AbortSignal | undefined;
  /** Stored row by id, whatever its scope or status; undefined when there is none. */
  load<R extends string>(resource: R, id: number): Promise<Row<R> | undefined>;
  /**
   * The same, locked until the transaction ends: for a rule that depends on a record which the stored one does not
   * reference. References are locked already.
   */
  loadLocked<R extends string>(resource: R, id: number): Promise<Row<R> | undefined>;
  /** Like `loadLocked` for many ids, with one query: locked in the order of ids. */
  loadAllLocked<R extends string>(resource: R, ids: Iterable<number>): Promise<ReadonlyMap<number, Row<R>>>;
  /** Like `load` for many ids, with one query. */
  loadAll<R extends string>(resource: R, ids: Iterable<number>): Promise<ReadonlyMap<number, Row<R>>>;
  /** Rows by equal columns. */
  findBy<R extends string>(resource: R, where: Readonly<ColumnValues<R>>): Promise<Row<R>[]>;
  /**
   * Updates related rows: the target's own hooks run, and each row gets a journal entry. Many rows are updated in
   * batches, with as many statements per batch as for one row.
   */
  updateMany<R extends string>(resource: R, ids: readonly number[], values: RowUpdate<R>): Promise<void>;
  /** Inserts a row with these columns, with hooks and journal but without validation. */
  insert<R extends string>(resource: R, values: NewRow<R>): Promise<Row<R>>;
  /** Like `insert` for many rows, with as many statements as for one. Returns them in order. */
  insertMany<R extends string>(resource: R, rows: readonly NewRow<R>[]): Promise<readonly Row<R>[]>;
  /** Deletes rows with their own cascades and journal entries. */
  deleteMany(resource: string, ids: readonly number[]): Promise<void>;
  /** Notes the preferences that are deleted with a record, for its journal entry. */
  recordDeletedPreferences(resource: string, id: number, preferences: readonly DeletedPreference[]): void;
  /** Writes journal entries for changes outside the generic operations (such as preferences). */
  journal(...entries: readonly NewJournalEntry[]): Promise<void>;
}

/** Columns and their new values, the same for all rows or computed per row. */
export type RowUpdate<Resource extends string = string> =
  | Readonly<ColumnValues<Resource>>
  | ((row: Row<Resource>) => Readonly<ColumnValues<Resource>>);

/** A request body before validation. */
export interface ValidateEvent<Resource extends string = string> {
  readonly context: HookContext;
  readonly mode: "create" | "update";
  /** As sent, including unknown fields; on PATCH the record's wire form with the patch applied. */
  readonly body: WireRecord;
  /** Fields named by the request: keys of the body, or paths of the patch. */
  readonly sentFields: ReadonlySet<string>;
  readonly previous: Row<Resource> | undefined;
}

export interface WriteEvent<Resource extends string = string> {
  readonly context: HookContext;
  readonly mode: "create" | "update";
  readonly descriptor: ResourceDescriptor;
  /** The validated record in wire shape (on PATCH: the whole record with the patch applied). */
  readonly input: WrittenRecord<Resource>;
  /** Fields named by the request: keys of the body, or paths of the patch. */
  readonly sentFields: ReadonlySet<string>;
  readonly previous: Row<Resource> | undefined;
  /** The events of all rows that are written together, this one included. */
  readonly batch: readonly WriteEvent<Resource>[];
  /**
   * Columns to be stored; a hook may set or change them. On update, absent ones keep their value. jsonb columns take
   * plain values, timestamps a Date or a wire timestamp.
   */
  readonly values: ColumnValues<Resource>;
}

export interface WrittenEvent<Resource extends string = string> extends WriteEvent<Resource> {
  readonly row: Row<Resource>;
  /** The events of `batch`, with their stored rows. */
  readonly writtenBatch: readonly WrittenEvent<Resource>[];
}

export interface ActionEvent<Resource extends string = string> {
  readonly context: HookContext;
  /** Before the action. */
  readonly previous: Row<Resource>;
  /** As the action has updated it. */
  readonly row: Row<Resource>;
  /** The fields that the action asks for, as they were sent. */
  readonly input: WireRecord;
}

/** A request to create a record that was refused, in a transaction of its own. */
export interface CreateRefusedEvent {
  readonly context: HookContext;
  readonly body: WireRecord;
  /** The answer's message. */
  readonly message: string;
}

export interface RemoveEvent<Resource extends string = string> {
  readonly context: HookContext;
  readonly descriptor: ResourceDescriptor;
  readonly row: Row<Resource>;
  /** Parameters of the request that deletes the record; absent in cascades. */
  readonly query?: Query;
}

interface FileSentEvent<Resource extends string = string> {
  readonly context: HookContext;
  readonly row: Row<Resource>;
  readonly ip: string;
}

/** A currency that is computed of columns; rows with the same values of `by` have the same. */
export interface Currency {
  readonly by: readonly string[];
  readonly of: (column: (name: string) => RawBuilder<unknown>) => RawBuilder<string | null>;
}

interface UpdateComputedEvent {
  readonly context: HookContext;
  readonly record: WireRecord;
  /** The validated values of all fields that can be changed. */
  readonly input: WireRecord;
}

interface RemoveComputedEvent {
  readonly context: HookContext;
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

type RuleViolations<Pointer extends string> =
  | readonly RuleViolation<Pointer>[]
  | Promise<readonly RuleViolation<Pointer>[]>;

/** The stages at which a rule is checked: before `beforeValidate`, after `beforeWrite` or before `afterWrite`. */
interface CheckStages<Resource extends string, Pointer extends string> {
  beforeValidate(event: ValidateEvent<Resource>): RuleViolations<Pointer>;
  beforeWrite(event: WriteEvent<Resource>): RuleViolations<Pointer>;
  afterWrite(event: WrittenEvent<Resource>): RuleViolations<Pointer>;
}

export type CheckStage = keyof CheckStages<string, string>;

/** Finds the breaches of one rule, at one moment or several. */
export type Check<Resource extends string = string, Pointer extends string = string> = Partial<
  CheckStages<Resource, Pointer>
> &
  { [When in CheckStage]: Pick<CheckStages<Resource, Pointer>, When> }[CheckStage];

/** A check for each rule that the resource declares, in the order of their errors; or for some of them. */
export type Checks<Resource extends string, Rule extends string = RulesOf<Resource>> = {
  readonly [One in Rule]: Check<Resource, PointerOf<Resource, One>>;
};

/**
 * The behaviour of a resource that a schema cannot express. Hooks run inside the request's transaction and throw
 * catalogue errors. The business rules that a schema declares are checked here, one by one, and reported together.
 */
export type ResourceHooks<Resource extends string = string> = Hooks<Resource> &
  Required<Pick<Hooks<Resource>, NeededHooks<Resource>>> &
  ([RulesOf<Resource>] extends [never] ? { readonly checks?: undefined } : { readonly checks: Checks<Resource> }) &
  ([ActionsOf<Resource>] extends [never]
    ? { readonly actions?: undefined }
    : { readonly actions: ActionHooks<ActionsOf<Resource>, Resource> });

/** Does what follows from an action, once the record is updated. */
type ActionHooks<Name extends string, Resource extends string = string> = {
  readonly [One in Name]: (event: ActionEvent<Resource>) => Promise<void>;
};

/** The actions of a resource whose schema asks for a hook. */
type ActionsOf<Resource extends string> = Resource extends keyof RequiredHooks
  ? ActionNames<RequiredHooks[Resource]>
  : never;

type ActionNames<Hook extends string> = Hook extends `actions.${infer Name}` ? Name : never;

/** The hooks without which the schema of a resource does nothing. */
type NeededHooks<Resource extends string> = Resource extends keyof RequiredHooks
  ? RequiredHooks[Resource] & keyof Hooks<Resource>
  : never;

export type AnyHooks = Hooks<string> & {
  readonly checks?: Readonly<Record<string, Check>>;
  readonly actions?: Partial<ActionHooks<string>>;
};

/** The records that a request reads: one by its id, or a list. */
export interface RequestedRecords {
  readonly id?: number | undefined;
  readonly query: Query;
}

/** Keeps records up to date that change as time passes. */
export interface Refresher {
  /** Owners of such records that are due, among those that a request reads; must be fast. */
  findStale(context: ReadContext, requested: RequestedRecords): Promise<readonly number[]>;
  /** Some of all owners that are due; none when everything is up to date. */
  findAllStale(context: ReadContext): Promise<readonly number[]>;
  refresh(context: HookContext, owners: readonly number[]): Promise<void>;
}

/** Columns that older CSV files leave out. */
export interface OlderCsv<Column extends string = string> {
  /** Lines may end after this many columns. */
  readonly minColumns: number;
  /** Column -> the column whose value an empty cell takes. */
  readonly fallbackColumns: { readonly [One in Column]?: Column };
}

interface Hooks<Resource extends string> {
  /**
   * References to records that the hooks change: these are locked exclusively at once, because two requests sharing a
   * lock could not both upgrade it.
   */
  readonly lockForUpdate?: readonly string[];
  /**
   * Records without a value in the scope are the platform's own, which administrators of all resellers read and none of
   * them changes.
   */
  readonly sharesPlatformRows?: true;
  /**
   * Completes a body before validation: a name sent for an id, a choice implied by other fields. It may also resolve
   * conflicts that validation would report.
   */
  beforeValidate?(event: ValidateEvent<Resource>): Promise<WireRecord>;
  /** Server-set values; runs before the row is stored. */
  beforeWrite?(event: WriteEvent<Resource>): Promise<void>;
  /**
   * Like `beforeWrite` for many rows at once, and instead of it, for resources that cascades change: it queries the
   * database for all of them together. One row is a set of one. All events have the same mode.
   */
  beforeWriteMany?(events: readonly WriteEvent<Resource>[]): Promise<void>;
  /** Cascades; runs after the row is stored. */
  afterWrite?(event: WrittenEvent<Resource>): Promise<void>;
  /** Like `afterWrite` for many rows at once, and instead of it. */
  afterWriteMany?(events: readonly WrittenEvent<Resource>[]): Promise<void>;
  /** Notes a refused request to create a record. */
  onCreateRefused?(event: CreateRefusedEvent): Promise<void>;
  /** Errors ("still in use") and cascades. */
  beforeRemove?(event: RemoveEvent<Resource>): Promise<void>;
  /** Replaces deletion: returns true when the hook has handled the row itself (such as marking it terminated). */
  replaceRemoval?(event: RemoveEvent<Resource>): Promise<boolean>;
  /** Completes the columns of a deleted row that is made again, without the secrets that it had. */
  beforeRestore?(values: ColumnValues<Resource>): Promise<void>;
  /** Notes who was sent a file of the record, in the transaction that reads it. */
  afterFileSent?(event: FileSentEvent<Resource>): Promise<void>;
  /** Records that change by themselves are brought up to date before they are read. */
  readonly refresher?: Refresher;
  /**
   * Adds computed members to wire records, for a whole page at once. Receives stored rows and their wire records,
   * pairwise.
   */
  afterRead?(context: ReadContext, rows: readonly Row<Resource>[], records: WireRecord[]): Promise<void>;
  /**
   * Time zones of the owners of rows, pairwise; undefined: unknown. If implemented, clients may request times in
   * another zone (`tz`) or in these (`use_owner_tz`).
   */
  ownerZones?(context: ReadContext, rows: readonly Row<Resource>[]): Promise<readonly (string | undefined)[]>;
  /**
   * Restricts the rows that the caller sees, in addition to reseller scope and hidden states: a condition on the
   * resource's table under the alias `table` (`resourceExpressions`); undefined: no restriction.
   */
  visibleTo?(actor: Actor): Expression<SqlBool> | undefined;
  /**
   * Rows of resources with the same table that a query includes: `rows` replaces the condition that separates them.
   * Undefined: the resource's own only.
   */
  sharedTableList?(query: Query): SharedTableList | undefined;
  /** Filters that the schema cannot express, by query parameter. */
  filters?: Readonly<Record<string, HookFilter>>;
  readonly olderCsv?: OlderCsv<keyof ColumnValues<Resource> & string>;
  /** DELETE of the collection deletes the filtered records; this filter is required. */
  readonly bulkDeleteFilter?: keyof ColumnValues<Resource> & string;
  /** Computed currencies, which sums of amounts in them are kept apart by. */
  readonly currencies?: Readonly<Record<string, Currency>>;
  /** Columns of legacy tables named `@name`: SQL by name. */
  legacyColumns?: Readonly<Record<string, Expression<unknown>>>;
  /**
   * Named conditions of legacy tables, on the alias `table`. For a resource that shares its table it replaces the
   * condition on its own rows: `sql.lit(true)` shows those of all.
   */
  legacyConditions?: Readonly<Record<string, Expression<SqlBool>>>;
  /** The query with the rows of a resource that has no table (`"storage": "query"`), in parentheses. */
  readonly rowsQuery?: RawBuilder<unknown>;
  /**
   * All records of a computed resource (`"storage": "computed"`) that the caller may see, in wire format and any order.
   * Filters, sorting and paging are applied to them, except for the filters in `handledFilters`. A query for one record
   * has its `id`.
   */
  computeRecords?(context: ReadContext, query: Query): Promise<readonly WireRecord[]>;
  /** Query parameters that `computeRecords` handles itself. */
  readonly handledFilters?: readonly string[];
  /** Changes one of those records. */
  updateComputed?(event: UpdateComputedEvent): Promise<void>;
  /** Deletes one of those records; the platform writes the journal entry. */
  removeComputed?(event: RemoveComputedEvent): Promise<void>;
  /** Values to mask in the journal, besides secrets. */
  journalMask?(record: Readonly<WireRecord>): WireRecord;
}
