import { sql } from "kysely";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { businessError, declarableRules } from "../../../core/validation/businessRules.ts";
import { isLoginPassword } from "../../../core/validation/commonPasswords.ts";
import { type FieldError, validationFailed } from "../../../core/validation/errors.ts";
import { createPreferences } from "../../preferences/preferenceStore.ts";
import type {
  AnyHooks,
  Check,
  CheckStage,
  ColumnValues,
  Row,
  ValidateEvent,
  WriteEvent,
  WrittenEvent,
} from "../../resourceHooks.ts";
import { extractFiles, storeFiles } from "../files/fileStore.ts";
import { isSameField } from "../plan/columns.ts";
import { planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { byId, from, selectRows, whereAll } from "../query/selectRows.ts";
import { hashSecret } from "../secrets.ts";
import { assertUnreferenced, deleteSettings } from "./incomingReferences.ts";
import { deletedPartsOf, journalChanges, resellerIdOfRow, type Snapshot } from "./journal.ts";
import { serializeRows } from "./serialize.ts";
import { changedValues, deriveValues, insertRows, requireRow, updateDerivedCopies, updateRows } from "./store.ts";
import type { UnitOfWork } from "./unitOfWork.ts";

export interface WriteRequest {
  /** The validated record. */
  readonly input: WireRecord;
  readonly sentFields: ReadonlySet<string>;
  /** The record before an update; undefined for a new row. */
  readonly previous?: Snapshot;
  readonly values: ColumnValues;
}

/** A row during a write: the event for hooks, and the state so far. */
interface RowInProgress {
  readonly event: WriteEvent;
  readonly before: Snapshot | undefined;
  /** Values that differ from the stored ones. */
  readonly changed: ColumnValues;
  row: Row;
}

/** Stores a single row. Returns its final state. */
export async function writeRow(unit: UnitOfWork, plan: ResourcePlan, request: WriteRequest): Promise<Row> {
  const [row] = await writeRows(unit, plan, [request]);
  if (!row) throw new Error(`${plan.name}: nothing was stored`);
  return row;
}

/**
 * The only way to store rows, all in one transaction. Each step handles all rows, so that the number of statements does
 * not grow with the number of rows. Returns the final rows.
 *
 * 1. Hooks may change what is written, and business rules refuse it.
 * 2. Columns are derived from references, and login passwords are hashed.
 * 3. Rows and their files are stored, and copies of their values elsewhere.
 * 4. Rules and hooks see the rows.
 * 5. What ends with a final status is deleted.
 * 6. The journal gets the changes.
 */
export async function writeRows(
  unit: UnitOfWork,
  plan: ResourcePlan,
  requests: readonly WriteRequest[],
): Promise<readonly Row[]> {
  const { db } = unit;
  const { hooks } = plan;
  const events: WriteEvent[] = [];
  for (const { previous, ...request } of requests) {
    const mode = previous ? "update" : "create";
    events.push({
      ...request,
      context: unit,
      mode,
      descriptor: plan.descriptor,
      previous: previous?.row,
      batch: events,
    });
  }
  for (const { mode, values } of events) if (mode === "create") setCreationTime(unit, plan, values);
  if (hooks.beforeWrite) for (const event of events) await hooks.beforeWrite(event);
  await hooks.beforeWriteMany?.(events);
  for (const event of events) await assertRules(hooks, "beforeWrite", event);
  await deriveValues(db, unit.plans, plan, events);
  const files = events.map(({ values }) => extractFiles(plan, values));
  const writings = await store(unit, plan, requests, events);
  unit.noteWrite(plan.name);
  for (const [index, { row }] of writings.entries()) await storeFiles(unit, plan, row.id, files[index] ?? new Map());
  const created = writings.filter(({ before }) => !before);
  await createPreferences(
    db,
    plan.name,
    created.map(({ row }) => row.id),
  );
  const updates = writings.filter(({ before }) => before);
  await updateDerivedCopies(db, plan, updates);
  const written: WrittenEvent[] = [];
  for (const { event, row } of writings) written.push({ ...event, row, writtenBatch: written });
  for (const event of written) await assertRules(hooks, "afterWrite", event);
  if (hooks.afterWrite) for (const event of written) await hooks.afterWrite(event);
  await hooks.afterWriteMany?.(written);
  await deleteStatusDependents(unit, plan, updates);
  if (hooks.afterWrite || hooks.afterWriteMany) await reload(unit, plan, writings);
  await note(unit, plan, writings);
  return writings.map(({ row }) => row);
}

/** Sets the time of creation. */
export function setCreationTime({ now }: Pick<UnitOfWork, "now">, plan: ResourcePlan, values: ColumnValues): void {
  for (const { name, createdAt } of plan.descriptor.fields) if (createdAt) values[name] = now;
}

async function store(
  unit: UnitOfWork,
  plan: ResourcePlan,
  requests: readonly WriteRequest[],
  events: readonly WriteEvent[],
): Promise<RowInProgress[]> {
  const { db } = unit;
  const drafts = events.map((event, index) => {
    const before = requests[index]?.previous;
    return { event, before, changed: before ? changedValues(plan, before.row, event.values) : event.values };
  });
  for (const { changed } of drafts) await hashSecrets(plan, changed);
  const created = drafts.flatMap(({ before, changed }) => (before ? [] : [changed]));
  const inserted = (await insertRows(db, plan, created)).values();
  const writings = drafts.map(
    (draft): RowInProgress => ({ ...draft, row: draft.before?.row ?? requireRow(plan, inserted.next().value) }),
  );
  const hiding = writings.filter(
    ({ before, changed }) => before && !isHidden(plan, before.row) && isHidden(plan, { ...before.row, ...changed }),
  );
  const hidden = hiding.map(({ row }) => row.id);
  if (hidden.length > 0) await assertUnreferenced(unit, plan, hidden, "living");
  await update(
    db,
    plan,
    writings.filter(({ before, changed }) => before && Object.keys(changed).length > 0),
    ({ changed }) => changed,
  );
  return writings;
}

async function update(
  db: UnitOfWork["db"],
  plan: ResourcePlan,
  writings: readonly RowInProgress[],
  values: (writing: RowInProgress) => ColumnValues,
): Promise<void> {
  const rows = await updateRows(
    db,
    plan,
    writings.map((writing) => ({ previous: writing.row, values: values(writing) })),
  );
  for (const [index, writing] of writings.entries()) writing.row = rows[index] ?? writing.row;
}

/**
 * Hashes login passwords. SIP passwords cannot be hashed, as SIP digest authentication needs their plain text
 * (docs/decisions/0005-secrets-at-rest.md).
 */
async function hashSecrets(plan: ResourcePlan, values: ColumnValues): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = plan.fields.get(name);
    if (field && typeof value === "string" && isLoginPassword(plan.name, field)) values[name] = await hashSecret(value);
  }
}

async function reload({ db }: UnitOfWork, plan: ResourcePlan, writings: readonly RowInProgress[]): Promise<void> {
  const currentRows = await selectRows(db, plan, [byId(writings.map(({ row }) => row.id))]);
  const rows = new Map(currentRows.map((row) => [row.id, row]));
  for (const writing of writings) writing.row = rows.get(writing.row.id) ?? writing.row;
}

/** Journal entries of the changes. Values without a column, which hooks store, change the version of a record too. */
async function note(unit: UnitOfWork, plan: ResourcePlan, writings: readonly RowInProgress[]): Promise<void> {
  const after = await snapshots(
    unit,
    plan,
    writings.map(({ row }) => row),
  );
  const pairs = writings.map((writing, index) => ({
    writing,
    after: after[index] ?? { row: writing.row, record: {} },
  }));
  const hasStored = ({ before, changed }: RowInProgress) => !before || Object.keys(changed).length > 0;
  const changed = pairs.filter((pair) => hasStored(pair.writing) || hasComputedChange(plan, pair));
  const isGone = ({ writing: { before }, after: { row } }: ReloadedRow) =>
    before !== undefined && !isHidden(plan, before.row) && isHidden(plan, row);
  await deleteSettings(
    unit,
    plan,
    changed.filter(isGone).map(({ writing }) => writing.row.id),
  );
  if (plan.descriptor.journal) {
    await unit.journal(
      ...changed.map((pair) => ({
        resource: plan.name,
        id: pair.after.row.id,
        operation: isGone(pair) ? ("delete" as const) : pair.writing.before ? ("update" as const) : ("create" as const),
        resellerId: resellerIdOfRow(plan, pair.after.row, unit.actor),
        changes: journalChanges(plan, pair.writing.before, pair.after),
        kept: isGone(pair) ? deletedPartsOf(unit, plan, pair.after.row.id) : undefined,
      })),
    );
  }
  const computedOnly = changed.filter(({ writing }) => !hasStored(writing)).map(({ writing }) => writing);
  await update(unit.db, plan, computedOnly, () => ({}));
}

interface ReloadedRow {
  readonly writing: RowInProgress;
  readonly after: Snapshot;
}

function hasComputedChange(plan: ResourcePlan, { writing: { before }, after }: ReloadedRow): boolean {
  return plan.descriptor.fields.some(
    ({ name, computed, readOnly }) => computed && !readOnly && !isSameField(before?.record ?? {}, after.record, name),
  );
}

/** Rows with their records for the journal, in the same order. */
export async function snapshots(unit: UnitOfWork, plan: ResourcePlan, rows: readonly Row[]): Promise<Snapshot[]> {
  const records = await serializeRows(unit, plan, rows, "platform");
  return rows.map((row, index) => ({ row, record: records[index] ?? {} }));
}

export async function snapshot(unit: UnitOfWork, plan: ResourcePlan, row: Row): Promise<Snapshot> {
  const [current] = await snapshots(unit, plan, [row]);
  return current ?? { row, record: {} };
}

/** Whether a row has a status in which its record is not shown. */
export function isHidden({ descriptor: { hiddenWhen } }: ResourcePlan, row: ColumnValues): boolean {
  return hiddenWhen?.values.some((value) => value === row[hiddenWhen.field]) ?? false;
}

interface Update {
  readonly before: Snapshot | undefined;
  readonly row: Row;
}

/** Erases what is deleted with records that get their final status (`status.deletesDependents`). */
async function deleteStatusDependents(unit: UnitOfWork, plan: ResourcePlan, updates: readonly Update[]): Promise<void> {
  const { ends } = plan;
  if (!ends) return;
  const terminatedIds = updates
    .filter(({ before, row }) => row[ends.field] === ends.value && before?.row[ends.field] !== ends.value)
    .map(({ row }) => row.id);
  if (terminatedIds.length === 0) return;
  // With one query, as most records have few of these.
  const questions = ends.dependents.map(({ resource, reference }, index) => {
    const target = planOf(unit.plans, resource);
    const conditions = [
      ...target.own,
      sql<boolean>`${sql.ref(`${rootAlias}.${reference}`)} = any(${terminatedIds}::integer[])`,
    ];
    const columns = sql`${sql.lit(index)}::integer as position, ${sql.ref(`${rootAlias}.id`)}`;
    return sql`select ${columns} ${from(target)} ${whereAll(conditions)}`;
  });
  const owned = await sql<{ position: number; id: number }>`${sql.join(questions, sql` union all `)}`.execute(unit.db);
  for (const [index, { resource }] of ends.dependents.entries()) {
    const ids = owned.rows.filter(({ position }) => position === index).map(({ id }) => id);
    await unit.deleteMany(resource, ids);
  }
}

/** The event of each moment. */
interface Events {
  readonly beforeValidate: ValidateEvent;
  readonly beforeWrite: WriteEvent;
  readonly afterWrite: WrittenEvent;
}

type Checked = { readonly [When in CheckStage]?: (event: Events[When]) => ReturnType<Required<Check>[When]> };

/** Throws 422 with every breach of the resource's business rules that are checked at this moment. */
export async function assertRules<When extends CheckStage>(
  { checks = {} }: Pick<AnyHooks, "checks">,
  moment: When,
  event: Events[When],
): Promise<void> {
  const errors: FieldError[] = [];
  for (const [name, check] of Object.entries<Checked>(checks)) {
    const rule = declarableRules.find((declared) => declared === name);
    if (!rule) throw new Error(`no rule ${name}`);
    const breaches = (await check[moment]?.(event)) ?? [];
    errors.push(...breaches.map(({ pointer, params }) => businessError(pointer, rule, params)));
  }
  if (errors.length > 0) throw validationFailed(errors);
}
