import { isDeepStrictEqual } from "node:util";
import { CompiledQuery, sql } from "kysely";
import type { ColumnStorage, Json } from "../../../core/schema/descriptor.ts";
import { batchesOf, groupBy } from "../../../core/values/groupBy.ts";
import type { Db } from "../../db/tables.ts";
import { valuesById } from "../../db/valuesById.ts";
import type { ColumnValues, Row, WriteEvent } from "../../resourceHooks.ts";
import { comparable, toParameter } from "../plan/columns.ts";
import { type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import type { ProgressCounter } from "./progress.ts";

type StoredValues = Readonly<ColumnValues>;

/** Stores new rows, in their order, with one statement for all consecutive ones that have the same columns. */
export async function insertRows(db: Db, plan: ResourcePlan, all: readonly StoredValues[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const alike of groupAlike(all)) {
    const [first = {}] = alike;
    const inserted = await (alike.length === 1 ? insertOne(db, plan, first) : insertAlike(db, plan, alike));
    for (const index of alike.keys()) rows.push(requireRow(plan, inserted[index]));
  }
  return rows;
}

/** Stores deleted rows again, with their former ids and the version after that of their end. */
export async function reinsertRows(
  db: Db,
  plan: ResourcePlan,
  all: readonly { readonly id: number; readonly version: number; readonly values: StoredValues }[],
): Promise<void> {
  const remaining = [...all];
  for (const alike of groupAlike(all.map(({ values }) => values))) {
    const ids = remaining.splice(0, alike.length).map(({ id }) => id);
    await insertAlike(db, plan, alike, ids);
  }
  const versions = JSON.stringify(all.map(({ id, version }) => ({ id, version: version + 1 })));
  await sql`update ${sql.table(plan.table)} as stored set row_version = again.version
    from jsonb_to_recordset(${versions}::jsonb) as again(id integer, version integer)
    where stored.id = again.id`.execute(db);
}

function groupAlike(all: readonly StoredValues[]): StoredValues[][] {
  const groups: StoredValues[][] = [];
  let columns: string | undefined;
  for (const values of all) {
    const own = Object.keys(values).join();
    if (own === columns) groups.at(-1)?.push(values);
    else groups.push([values]);
    columns = own;
  }
  return groups;
}

async function insertOne(db: Db, plan: ResourcePlan, values: StoredValues): Promise<Row[]> {
  const entries = parametersOf(plan, values);
  const names = entries.map(([name]) => sql.ref(name));
  const parameters = entries.map(([, value]) => sql`${value}`);
  const { rows } = await sql<Row>`insert into ${sql.table(plan.table)} (${sql.join(names)}) values (${sql.join(
    parameters,
  )}) returning *`.execute(db);
  return rows;
}

/**
 * One parameter for all values: a statement takes 65,535 at most, and its text would be long. `ids`: of rows that have
 * that of their owner.
 */
async function insertAlike(
  db: Db,
  plan: ResourcePlan,
  all: readonly StoredValues[],
  ids?: readonly number[],
): Promise<Row[]> {
  const list = all.map((values, index) => ({
    ...(ids ? { id: ids[index] } : {}),
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toJson(plan, name, value)])),
  }));
  const names = sql.join(Object.keys(list[0] ?? {}).map((name) => sql.ref(name)));
  const table = sql.table(plan.table);
  const { rows } = await sql<Row>`insert into ${table} (${names})
    select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(list)}::jsonb) returning *`.execute(
    db,
  );
  return rows;
}

/** A column's value within a JSON list of rows. */
function toJson(plan: ResourcePlan, name: string, value: unknown): unknown {
  const column = columnOf(plan, name);
  return column.type === "jsonb" ? (value ?? null) : toParameter(column, value, plan.timeZone);
}

/** New values of a stored row. */
interface RowChange {
  readonly previous: Row;
  readonly values: StoredValues;
}

/**
 * Stores changed values and increments versions, with one statement for all rows that get the same values. Returns the
 * rows in the order of `changes`.
 */
export async function updateRows(db: Db, plan: ResourcePlan, changes: readonly RowChange[]): Promise<Row[]> {
  const rows = new Map<number, Row>();
  const alike = new Map<string, { parameters: [name: string, value: unknown][]; of: Row[] }>();
  const unstored = changes.filter(({ previous }) => hasOnlyDefaults(plan, previous));
  for (const row of await storeFirst(db, plan, unstored)) rows.set(row.id, row);
  for (const { previous, values } of changes) {
    if (rows.has(previous.id)) continue;
    const parameters = parametersOf(plan, values);
    const key = JSON.stringify(parameters);
    const group = alike.get(key) ?? { parameters, of: [] };
    alike.set(key, group);
    group.of.push(previous);
  }
  for (const { parameters, of } of alike.values()) {
    // A text of its own, as compiling one takes longer than sending it; columns are those of the plan (columnOf).
    const settings = parameters.map(([name], index) => `"${name}" = $${index + 1}, `);
    const last = `$${parameters.length + 1}`;
    for (const ids of batchesOf(
      of.map(({ id }) => id),
      BATCH,
    )) {
      // For arrays the database would plan each time.
      const [where, which] = ids.length === 1 ? [last, ids[0]] : [`any(${last}::integer[])`, ids];
      const text = `update "${plan.table}" set ${settings.join("")}row_version = row_version + 1
      where id = ${where} returning *`;
      const update = CompiledQuery.raw(text, [...parameters.map(([, value]) => value), which]);
      const result = await db.executeQuery<Row>(update);
      for (const row of result.rows) rows.set(row.id, row);
    }
  }
  return changes.map(({ previous }) => {
    const row = requireRow(plan, rows.get(previous.id));
    return plan.owner ? { ...previous, ...row } : row;
  });
}

/** Whether settings are not stored yet, so that reading them returns defaults. */
export function hasOnlyDefaults({ owner }: ResourcePlan, { row_version }: Row): boolean {
  return owner !== undefined && row_version === 0;
}

/** Stores settings for the first time, including all defaults. */
async function storeFirst(db: Db, plan: ResourcePlan, changes: readonly RowChange[]): Promise<Row[]> {
  const own = [...plan.stored.values()].filter(({ field }) => field.name !== "id" && field.derive !== "id");
  const all = changes.map(({ previous, values }) => ({
    ...Object.fromEntries(own.map(({ column: { name } }) => [name, previous[name]])),
    ...values,
  }));
  const before = new Map(changes.map(({ previous }) => [previous.id, previous]));
  const ids = [...before.keys()];
  const rows: Row[] = [];
  for (const alike of groupAlike(all)) {
    const insertedRows = await insertAlike(db, plan, alike, ids.splice(0, alike.length));
    rows.push(...insertedRows.map((row) => ({ ...before.get(row.id), ...row })));
  }
  return rows;
}

/** Rows that one statement writes: between two of them the embedded engine lets others read. */
export const BATCH = 250;

/** Rows per slice: many enough to share statements, few enough not to block others. */
const SLICE = 500;

/** Runs the work in slices and counts progress: see docs/decisions/0034-cascades-in-sets.md. */
export async function inSlices<T>(
  { progress }: { readonly progress: ProgressCounter },
  all: readonly T[],
  run: (slice: readonly T[]) => Promise<void>,
): Promise<void> {
  progress.found += all.length;
  for (let start = 0; start < all.length; start += SLICE) {
    const slice = all.slice(start, start + SLICE);
    await run(slice);
    progress.done += slice.length;
  }
}

/** The values that differ from the stored ones. */
export function changedValues(plan: ResourcePlan, previous: Row, values: StoredValues): ColumnValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const column = plan.columns.get(name);
      if (!column) return true;
      const [now, then] = [value, previous[name]].map((raw) => comparable(column, raw, plan.timeZone));
      return !isDeepStrictEqual(now, then);
    }),
  );
}

function parametersOf(plan: ResourcePlan, values: StoredValues): [name: string, value: unknown][] {
  return Object.entries(values).map(([name, value]) => [name, toParameter(columnOf(plan, name), value, plan.timeZone)]);
}

/** The column of a value to store; the database sets ids and versions itself. */
function columnOf(plan: ResourcePlan, name: string): ColumnStorage {
  const column = plan.columns.get(name);
  if (!column || name === "id" || name === "row_version") throw new Error(`${plan.name}: ${name} cannot be stored`);
  return column;
}

export function requireRow(plan: ResourcePlan, row: Row | undefined): Row {
  if (!row) throw new Error(`${plan.name}: the row to update no longer exists`);
  return row;
}

/** Sets derived columns of rows whose reference is new. */
export async function deriveValues(
  db: Db,
  plans: Plans,
  plan: ResourcePlan,
  events: readonly Pick<WriteEvent, "values" | "previous">[],
): Promise<void> {
  for (const { field, via, target, source } of plan.derivations) {
    const idOf = ({ values, previous }: (typeof events)[number]) => (via in values ? values[via] : previous?.[via]);
    const renewed = events.filter((event) => !event.previous || idOf(event) !== event.previous[via]);
    if (renewed.length === 0) continue;
    const ids = renewed.map(idOf).filter((id) => typeof id === "number");
    const valuesOfTargets = await valuesById<Json>(db, planOf(plans, target).table, source, ids);
    for (const event of renewed) event.values[field] = valuesOfTargets.get(Number(idOf(event))) ?? null;
  }
}

/** A row after a change. */
interface ChangedRow {
  readonly row: Row;
  /** Changed columns. */
  readonly changed: Readonly<ColumnValues>;
}

/** Updates all copies of changed columns, and the copies of these. */
export async function updateDerivedCopies(db: Db, plan: ResourcePlan, changes: readonly ChangedRow[]): Promise<void> {
  for (const column of new Set(plan.feeds.map(({ derivation }) => derivation.source))) {
    const changedRows = changes.filter(({ changed }) => column in changed).map(({ row }) => row);
    for (const [value, rows] of groupBy(changedRows, (row) => row[column])) {
      const ids = rows.map(({ id }) => id);
      await updateCopies(db, plan, ids, column, value);
    }
  }
}

async function updateCopies(
  db: Db,
  plan: ResourcePlan,
  ids: readonly number[],
  column: string,
  value: unknown,
): Promise<void> {
  if (ids.length === 0) return;
  for (const { to, derivation } of plan.feeds.filter((feed) => feed.derivation.source === column)) {
    const copy = sql.ref(derivation.field);
    const version = sql.ref("row_version");
    const { rows } = await sql<Row>`update ${sql.table(to.table)}
      set ${copy} = ${value ?? null}, ${version} = ${version} + 1
      where ${sql.ref(derivation.via)} = any(${[...ids]}::integer[]) and ${copy} is distinct from ${value ?? null}
      returning ${sql.ref("id")}`.execute(db);
    const updated = rows.map((row) => row.id);
    await updateCopies(db, to, updated, derivation.field, value);
  }
}
