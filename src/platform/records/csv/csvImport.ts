import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import {
  type CsvBadLine,
  type CsvError,
  type CsvReport,
  type CsvSample,
  MAX_LISTED_LINES,
} from "../../../core/api/csvReport.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { isStorableId } from "../../../core/schema/ids.ts";
import { isLoginPassword } from "../../../core/validation/commonPasswords.ts";
import { type FieldError, fieldError, PlatformError } from "../../../core/validation/errors.ts";
import { validateRecord } from "../../../core/validation/validateRecord.ts";
import { readCalendarText } from "../../../core/values/calendarText.ts";
import { fromCsvCell } from "../../../core/values/csvCells.ts";
import { startOfDay, toRfc3339 } from "../../../core/values/dateTime.ts";
import { completeCreate, newValues } from "../operations/create.ts";
import { buildLoader } from "../operations/loader.ts";
import type { LoadRows } from "../operations/references.ts";
import { checkInput } from "../operations/writeInput.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { countRows, selectRows, visibleTo, whereAll } from "../query/selectRows.ts";
import { hardDeleteRows } from "../unitOfWork/hardDeleteRows.ts";
import { inSlices, insertRows } from "../unitOfWork/store.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { setCreationTime, writeRow } from "../unitOfWork/writeRow.ts";
import { buildDuplicateCheck, type DuplicateCheck } from "./csvDuplicates.ts";
import { buildParents, type Parents } from "./csvParents.ts";
import { type CsvPart, type CsvRow, csvHeadingsOf, isGood, readCsvParts } from "./csvRows.ts";
import type { CsvTask, ShapedParent } from "./csvShape.ts";

/** Lines that a report shows as they are read. */
const sampleSize = 5;

/** Lines per statement: limits memory, and how long others wait. */
const partSize = 500;

/**
 * Reads a file line by line, validates each line like a request for a new record, and stores the valid ones if the task
 * has a transaction. Bad lines are skipped and reported; any other error aborts the import.
 */
export async function importCsv(task: CsvTask): Promise<CsvReport> {
  const { plan, shape, unit, isPurging, signal } = task;
  const purgedMarked = isPurging ? await countMarked(task) : undefined;
  const purged = isPurging ? (unit ? await purge(task, unit) : await countPurged(task)) : {};
  const gone = isPurging && !unit ? purgedRows(task) : undefined;
  const loadRows = buildLoader(task.context);
  const parents = buildParents(task, loadRows);
  const parts: Parts = { parents, duplicates: buildDuplicateCheck(task, gone), loadRows };
  const badLines: CsvBadLine[] = [];
  let lines = 0;
  let bad = 0;
  const isPossible = (row: CsvRow) => ownErrors(task, row).length === 0;
  const options = { shape, headings: await csvHeadingsOf(plan), isPossible };
  const sample: CsvSample[] = [];
  for (const part of readCsvParts(task.text, options, partSize)) {
    for (const { line, cells } of part.rows.slice(0, sampleSize - sample.length))
      sample.push({ line, cells: Object.fromEntries(cells) });
    signal.throwIfAborted();
    await validatePart(task, part, parts);
    for (const { line, problems } of part.rows.filter((row) => row.problems.length > 0)) {
      bad++;
      if (badLines.length < MAX_LISTED_LINES) badLines.push({ line, problems });
    }
    lines += part.rows.length;
    task.onProgress({ lines, share: part.share });
    // Yields to other requests.
    await setImmediate();
  }
  signal.throwIfAborted();
  const counted = { lines, good: lines - bad, bad, badLines, sample };
  return { isStored: unit !== undefined, ...counted, purged, purgedMarked, created: parents.created };
}

interface Parts {
  readonly parents: Parents;
  readonly duplicates: DuplicateCheck;
  readonly loadRows: LoadRows;
}

/** Validates the lines of a part, attaches their errors, and stores those without. */
async function validatePart(task: CsvTask, { rows }: CsvPart, { parents, duplicates, loadRows }: Parts): Promise<void> {
  const { plan, plans, policy, context, unit } = task;
  await parents.resolve(rows, (row) => ownErrors(task, row));
  const drafts = rows.filter(isGood).map((row) => ({ row, input: inputOf(task, parents, row) }));
  await preloadReferences(
    task,
    loadRows,
    drafts.map(({ input }) => input),
  );
  const candidates: (Storable & { readonly row: CsvRow; readonly line: number })[] = [];
  for (const { row, input } of drafts) {
    const { record, values, errors } = await checkInput(context, { plan, plans, policy, input }, loadRows);
    row.problems.push(...[...errors, ...outOfScopeErrors(task, values)].map((error) => toCsvError(task, row, error)));
    if (isGood(row)) candidates.push({ row, line: row.line, record, values });
  }
  const errors = await duplicates.among(candidates);
  for (const { row } of candidates) {
    row.problems.push(...(errors.get(row.line) ?? []).map((error) => toCsvError(task, row, error)));
  }
  const good = candidates.filter(({ row }) => isGood(row));
  if (!unit) return;
  if (isPlain(plan)) return insertMany(unit, plan, good);
  for (const candidate of good) {
    const storeErrors = await recordErrorsOf(async () => {
      await storeOne(unit, plan, candidate);
      return [];
    });
    candidate.row.problems.push(...storeErrors.map((error) => toCsvError(task, candidate.row, error)));
  }
}

function inputOf({ plan, shape, context, ownerId }: CsvTask, parents: Parents | undefined, row: CsvRow): WireRecord {
  const body: WireRecord = {};
  for (const { name, field } of shape.own) {
    const cell = row.cells.get(name) ?? "";
    const other = shape.fallbackColumns[name] ?? "";
    const text = cell === "" ? (row.cells.get(other) ?? "") : cell;
    body[field.name] = fromCsvCell(
      field,
      shape.endOfDayColumns.includes(name) ? toDayEnd(text, context.timeZone) : text,
    );
  }
  for (const parent of shape.parents) body[parent.reference.name] = parents?.rowFor(parent, row)?.id;
  if (shape.owner?.field !== undefined) body[shape.owner.field] = ownerId;
  return completeCreate(plan, context.actor, body);
}

/** The last second of a day without a time. */
function toDayEnd(text: string, zone: string): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? readCalendarText(text.trim()) : null;
  if (!date) return text;
  return toRfc3339(new Date(startOfDay({ ...date, day: date.day + 1 }, zone).getTime() - 1000));
}

/** Errors of a line that do not depend on its parents. */
function ownErrors(task: CsvTask, row: CsvRow): CsvError[] {
  const { plan, shape } = task;
  const owners = Object.fromEntries(shape.parents.map(({ reference }) => [reference.name, 1]));
  const input = { ...inputOf(task, undefined, row), ...owners };
  const { errors } = validateRecord(plan.module, input, { mode: "create", related: () => undefined });
  return errors.map((error) => toCsvError(task, row, error));
}

/** Callers bound to a reseller create no records outside of it, whatever the line references. */
function outOfScopeErrors(
  { plan: { descriptor }, context: { actor }, shape }: CsvTask,
  values: WireRecord,
): FieldError[] {
  const { scope } = descriptor;
  if (scope === undefined || actor.resellerId === null || values[scope] === actor.resellerId) return [];
  const [parent] = shape.parents;
  return [
    fieldError(`/${parent?.reference.name ?? scope}`, "reference", { resource: parent?.plan.name ?? "resellers" }),
  ];
}

/** Errors of a single record concern its line only. */
export async function recordErrorsOf(check: () => Promise<readonly FieldError[]>): Promise<readonly FieldError[]> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof PlatformError && error.code === "validation_failed") return error.fieldErrors;
    throw error;
  }
}

function toCsvError({ shape }: CsvTask, row: CsvRow, error: FieldError): CsvError {
  const name = error.pointer.split("/")[1];
  const column =
    shape.own.find(({ field }) => field.name === name) ??
    shape.parents.find(({ reference }) => reference.name === name)?.keys[0];
  return { ...error, column: column?.name ?? "", value: column ? (row.cells.get(column.name) ?? "") : "" };
}

/** Loads all references of these lines at once, so that validating each one hits the cache. */
async function preloadReferences(
  { plan, plans }: CsvTask,
  loadRows: LoadRows,
  inputs: readonly WireRecord[],
): Promise<void> {
  for (const { field, reference } of plan.outgoing) {
    const target = plans.get(reference.resource);
    const ids = inputs.map((input) => input[field.name]).filter(isStorableId);
    if (target && ids.length > 0) await loadRows(target, [...new Set(ids)]);
  }
}

/** A record to store: validated, with the columns copied from referenced records. */
interface Storable {
  readonly record: WireRecord;
  readonly values: WireRecord;
}

/** Whether rows of the resource only need an insert, without hooks: `prepare` is for what requests say, not files. */
function isPlain({ hooks, descriptor }: ResourcePlan): boolean {
  const needsCare = descriptor.fields.some((field) => field.file || isLoginPassword(descriptor.name, field));
  const { checks, beforeWrite, beforeWriteMany: beforeWriteAll, afterWrite, afterWriteMany: afterWriteAll } = hooks;
  return !checks && !beforeWrite && !beforeWriteAll && !afterWrite && !afterWriteAll && !needsCare;
}

/** Inserts many plain rows with one statement; the import writes the journal. */
async function insertMany(unit: UnitOfWork, plan: ResourcePlan, records: readonly Storable[]): Promise<void> {
  const derived = plan.derivations.map(({ field }) => field);
  const rows = records.map(({ record, values }) => {
    const row = { ...newValues(plan, record), ...Object.fromEntries(derived.map((name) => [name, values[name]])) };
    setCreationTime(unit, plan, row);
    return row;
  });
  await insertRows(unit.db, plan, rows);
  unit.noteWrite(plan.name);
}

async function storeOne(unit: UnitOfWork, plan: ResourcePlan, { record }: Storable): Promise<void> {
  const values = newValues(plan, record);
  await writeRow(unit, plan, { input: record, sentFields: new Set(Object.keys(record)), values });
}

/** Rows that a purge deletes: those of the owner, or all that the caller sees. Their parents stay. */
function purgedRows({ plan, shape, ownerId, context: { actor } }: CsvTask): RawBuilder<boolean> {
  const field = shape.owner?.field;
  const parent = shape.parents.find(({ ownerField }) => ownerField);
  const conditions = [
    ...visibleTo(plan, actor),
    ...(field === undefined ? [] : [sql<boolean>`${columnOf(field)} = ${ownerId}`]),
    ...(parent ? [sql<boolean>`${columnOf(parent.reference.name)} in (${idsOf(parent, ownerId)})`] : []),
  ];
  return conditions.length === 0 ? sql.lit(true) : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Number of records that a purge deletes, by resource as in the report. */
async function countPurged(task: CsvTask): Promise<Record<string, number>> {
  return { [task.plan.name]: await countRows(task.context, task.plan, [purgedRows(task)]) };
}

/** Counts the rows to purge that have a value in `purgeCountField`; undefined if the schema names no such field. */
async function countMarked(task: CsvTask): Promise<number | undefined> {
  const { context, unit = context, plan } = task;
  const { purgeCountField } = plan.descriptor.csv ?? {};
  if (purgeCountField === undefined) return undefined;
  return countRows(unit, plan, [purgedRows(task), sql<boolean>`${columnOf(purgeCountField)} is not null`]);
}

/** Deletes them: in batches when hooks or references are involved, else with one statement. */
async function purge(task: CsvTask, unit: NonNullable<CsvTask["unit"]>): Promise<Record<string, number>> {
  const { plan, signal } = task;
  const rows = purgedRows(task);
  let count = 0;
  if (hasNoDependents(plan)) {
    const ids = sql`select ${columnOf("id")} from ${sql.table(plan.table)} as ${sql.ref(rootAlias)} ${whereAll([rows])}`;
    const { numAffectedRows } = await sql`delete from ${sql.table(plan.table)} where id in (${ids})`.execute(unit.db);
    count = Number(numAffectedRows ?? 0);
  } else {
    const going = await selectRows(unit.db, plan, [rows], { lock: "update" });
    await inSlices(unit, going, async (slice) => {
      signal.throwIfAborted();
      await hardDeleteRows(unit, plan, slice);
    });
    count = going.length;
  }
  unit.noteWrite(plan.name);
  return { [plan.name]: count };
}

/** Nothing references its rows, and nothing depends on them. */
function hasNoDependents({ incoming, hooks, descriptor, feeds }: ResourcePlan): boolean {
  const hasMore = descriptor.preferences !== undefined || descriptor.fields.some(({ file }) => file);
  return incoming.length === 0 && feeds.length === 0 && !hooks.beforeRemove && !hooks.replaceRemoval && !hasMore;
}

function idsOf({ plan, ownerField }: ShapedParent, ownerId: number | undefined): RawBuilder<unknown> {
  return sql`select id from ${sql.table(plan.table)} where ${sql.ref(ownerField ?? "")} = ${ownerId}`;
}

function columnOf(name: string): RawBuilder<unknown> {
  return sql.ref(`${rootAlias}.${name}`);
}
