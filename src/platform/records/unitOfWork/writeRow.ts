import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { isLoginPassword } from "../../../core/validation/commonPasswords.ts";
import type { Row, WriteEvent, WrittenEvent } from "../../resourceHooks.ts";
import { extractFiles, storeFiles } from "../files/fileStore.ts";
import { planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { byId, selectRows } from "../query/selectRows.ts";
import { from, whereAll } from "../query/visible.ts";
import { hashSecret } from "../secrets.ts";
import { assertRules } from "./businessRules.ts";
import { deletedPartsOf } from "./deletedSnapshot.ts";
import { deriveValues, propagate } from "./derive.ts";
import { assertUnreferenced } from "./incomingReferences.ts";
import { changesBetween, resellerOf, type Snapshot } from "./journal.ts";
import { serializeRows } from "./serialize.ts";
import { deleteSettings } from "./settings.ts";
import { changedValues, insertRows, updateRows } from "./store.ts";
import type { OpenWork } from "./unitOfWork.ts";

export interface WriteRequest {
  /** The validated record. */
  readonly input: WireRecord;
  readonly touched: ReadonlySet<string>;
  /** The record before an update; undefined for a new row. */
  readonly previous?: Snapshot;
  readonly values: Record<string, unknown>;
}

/** A row during a write: the event for hooks, and the state so far. */
interface Writing {
  readonly event: WriteEvent;
  readonly before: Snapshot | undefined;
  /** Values that differ from the stored ones. */
  readonly changed: Record<string, unknown>;
  row: Row;
}

/** Stores a single row. Returns its final state. */
export async function writeRow(work: OpenWork, plan: ResourcePlan, request: WriteRequest): Promise<Row> {
  const [row] = await writeRows(work, plan, [request]);
  if (!row) throw new Error(`${plan.name}: nothing was stored`);
  return row;
}

/**
 * The only way to store rows: runs hooks, checks business rules, derives columns, hashes secrets, writes the rows, updates copies of their
 * values and writes journal entries, all in one transaction. Each step handles all rows, so that the number of
 * statements does not grow with the number of rows. Returns the final rows.
 */
export async function writeRows(
  work: OpenWork,
  plan: ResourcePlan,
  requests: readonly WriteRequest[],
): Promise<readonly Row[]> {
  const { db } = work;
  const { hooks } = plan;
  const events: WriteEvent[] = [];
  for (const { previous, ...request } of requests) {
    const mode = previous ? "update" : "create";
    events.push({ ...request, work, mode, descriptor: plan.descriptor, previous: previous?.row, together: events });
  }
  for (const { mode, values } of events) if (mode === "create") stamp(work, plan, values);
  if (hooks.beforeWrite) for (const event of events) await hooks.beforeWrite(event);
  await hooks.beforeWriteAll?.(events);
  for (const event of events) await assertRules(hooks, "beforeWrite", event);
  await deriveValues(db, work.plans, plan, events);
  const files = events.map(({ values }) => extractFiles(plan, values));
  const writings = await store(work, plan, requests, events);
  work.noteWrite(plan.name);
  for (const [index, { row }] of writings.entries()) await storeFiles(work, plan, row.id, files[index] ?? new Map());
  const updates = writings.filter(({ before }) => before);
  await propagate(db, plan, updates);
  const written: WrittenEvent[] = [];
  for (const { event, row } of writings) written.push({ ...event, row, allWritten: written });
  for (const event of written) await assertRules(hooks, "afterWrite", event);
  if (hooks.afterWrite) for (const event of written) await hooks.afterWrite(event);
  await hooks.afterWriteAll?.(written);
  await deleteStatusDependents(work, plan, updates);
  if (hooks.afterWrite || hooks.afterWriteAll) await reload(work, plan, writings);
  await note(work, plan, writings);
  return writings.map(({ row }) => row);
}

/** Sets the time of creation. */
export function stamp({ now }: Pick<OpenWork, "now">, plan: ResourcePlan, values: Record<string, unknown>): void {
  for (const { name, stamped } of plan.descriptor.fields) if (stamped) values[name] = now;
}

async function store(
  work: OpenWork,
  plan: ResourcePlan,
  requests: readonly WriteRequest[],
  events: readonly WriteEvent[],
): Promise<Writing[]> {
  const { db } = work;
  const drafts = events.map((event, index) => {
    const before = requests[index]?.previous;
    return { event, before, changed: before ? changedValues(plan, before.row, event.values) : event.values };
  });
  for (const { changed } of drafts) await hashSecrets(plan, changed);
  const created = drafts.flatMap(({ before, changed }) => (before ? [] : [changed]));
  const inserted = (await insertRows(db, plan, created)).values();
  const writings = drafts.map(
    (draft): Writing => ({ ...draft, row: draft.before?.row ?? (inserted.next().value as Row) }),
  );
  const hiding = writings.filter(
    ({ before, changed }) => before && !isHidden(plan, before.row) && isHidden(plan, { ...before.row, ...changed }),
  );
  const hidden = hiding.map(({ row }) => row.id);
  if (hidden.length > 0) await assertUnreferenced(work, plan, hidden, "living");
  await update(
    db,
    plan,
    writings.filter(({ before, changed }) => before && Object.keys(changed).length > 0),
    ({ changed }) => changed,
  );
  return writings;
}

async function update(
  db: OpenWork["db"],
  plan: ResourcePlan,
  writings: readonly Writing[],
  values: (writing: Writing) => Record<string, unknown>,
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
async function hashSecrets(plan: ResourcePlan, values: Record<string, unknown>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = plan.fields.get(name);
    if (field && typeof value === "string" && isLoginPassword(plan.name, field)) values[name] = await hashSecret(value);
  }
}

async function reload({ db }: OpenWork, plan: ResourcePlan, writings: readonly Writing[]): Promise<void> {
  const found = await selectRows(db, plan, [byId(writings.map(({ row }) => row.id))]);
  const rows = new Map(found.map((row) => [row.id, row]));
  for (const writing of writings) writing.row = rows.get(writing.row.id) ?? writing.row;
}

/** Journal entries of the changes. Values without a column, which hooks store, change the version of a record too. */
async function note(work: OpenWork, plan: ResourcePlan, writings: readonly Writing[]): Promise<void> {
  const after = await snapshots(
    work,
    plan,
    writings.map(({ row }) => row),
  );
  const pairs = writings.map((writing, index) => ({
    writing,
    after: after[index] ?? { row: writing.row, record: {} },
  }));
  const hasStored = ({ before, changed }: Writing) => !before || Object.keys(changed).length > 0;
  const changed = pairs.filter((pair) => hasStored(pair.writing) || hasComputedChange(plan, pair));
  const isGone = ({ writing: { before }, after: { row } }: Pair) =>
    before !== undefined && !isHidden(plan, before.row) && isHidden(plan, row);
  await deleteSettings(
    work,
    plan,
    changed.filter(isGone).map(({ writing }) => writing.row.id),
  );
  if (plan.descriptor.journal) {
    await work.journal(
      ...changed.map((pair) => ({
        resource: plan.name,
        id: pair.after.row.id,
        operation: isGone(pair) ? ("delete" as const) : pair.writing.before ? ("update" as const) : ("create" as const),
        resellerId: resellerOf(plan, pair.after.row, work.actor),
        changes: changesBetween(plan, pair.writing.before, pair.after),
        kept: isGone(pair) ? deletedPartsOf(work, plan, pair.after.row.id) : undefined,
      })),
    );
  }
  const computedOnly = changed.filter(({ writing }) => !hasStored(writing)).map(({ writing }) => writing);
  await update(work.db, plan, computedOnly, () => ({}));
}

interface Pair {
  readonly writing: Writing;
  readonly after: Snapshot;
}

function hasComputedChange(plan: ResourcePlan, { writing: { before }, after }: Pair): boolean {
  return plan.descriptor.fields.some(
    ({ name, computed, readOnly }) =>
      computed && !readOnly && !isDeepStrictEqual(before?.record[name] ?? null, after.record[name] ?? null),
  );
}

/** Rows with their records for the journal, in the same order. */
export async function snapshots(work: OpenWork, plan: ResourcePlan, rows: readonly Row[]): Promise<Snapshot[]> {
  const records = await serializeRows(work, plan, rows, "platform");
  return rows.map((row, index) => ({ row, record: records[index] ?? {} }));
}

export async function snapshot(work: OpenWork, plan: ResourcePlan, row: Row): Promise<Snapshot> {
  const [one] = await snapshots(work, plan, [row]);
  return one ?? { row, record: {} };
}

function isHidden({ descriptor: { hiddenWhen } }: ResourcePlan, row: Row): boolean {
  return hiddenWhen?.values.includes(String(row[hiddenWhen.field])) ?? false;
}

interface Update {
  readonly before: Snapshot | undefined;
  readonly row: Row;
}

/** Erases what is deleted with records that get their final status (`status.deletesDependents`). */
async function deleteStatusDependents(work: OpenWork, plan: ResourcePlan, updates: readonly Update[]): Promise<void> {
  const { ends } = plan;
  if (!ends) return;
  const ended = updates
    .filter(({ before, row }) => row[ends.field] === ends.value && before?.row[ends.field] !== ends.value)
    .map(({ row }) => row.id);
  if (ended.length === 0) return;
  // With one query, as most records have few of these.
  const questions = ends.dependents.map(({ resource, reference }, index) => {
    const target = planOf(work.plans, resource);
    const conditions = [
      ...target.own,
      sql<boolean>`${sql.ref(`${rootAlias}.${reference}`)} = any(${ended}::integer[])`,
    ];
    const columns = sql`${sql.lit(index)}::integer as place, ${sql.ref(`${rootAlias}.id`)}`;
    return sql`select ${columns} ${from(target)} ${whereAll(conditions)}`;
  });
  const owned = await sql<{ place: number; id: number }>`${sql.join(questions, sql` union all `)}`.execute(work.db);
  for (const [index, { resource }] of ends.dependents.entries()) {
    const ids = owned.rows.filter(({ place }) => place === index).map(({ id }) => id);
    await work.erase(resource, ids);
  }
}
