import { type RawBuilder, sql } from "kysely";
import type { Json, ReferenceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { filterPath } from "../../../core/schema/filterPath.ts";
import { isStorableId } from "../../../core/schema/ids.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { businessError, filterRules } from "../../../core/validation/businessRules.ts";
import { type FieldError, fieldError } from "../../../core/validation/errors.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import { isSameField } from "../plan/columns.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { matchesFilter } from "../query/operators.ts";
import { byId, from, locking, type RowLock, visibleTo, whereAll } from "../query/selectRows.ts";

/** An id in a record that references another resource. */
interface NamedReference {
  readonly pointer: string;
  readonly resource: string;
  readonly id: number;
  readonly reference: ReferenceDescriptor;
  /** The lock on the referenced row while the referencing record is stored. */
  readonly lock: RowLock;
}

/** An existing row, in any scope, and whether the caller may see it. */
export interface LoadedRow {
  readonly row: Row;
  readonly isVisible: boolean;
}

/** Loads rows of a resource by id; within a transaction they are locked with `lock`. */
export type LoadRows = (
  plan: ResourcePlan,
  ids: readonly number[],
  lock?: RowLock,
) => Promise<ReadonlyMap<number, LoadedRow>>;

/** The referenced records, loaded before validation. */
interface ReferencedRows {
  /** Related values that conditions read (`customer_id.type`). */
  readonly related: (path: string) => Json | undefined;
  /** The stored row that a reference field of a record points to. */
  row(field: string, record: WireRecord): Row | undefined;
  /**
   * An error at each reference to a record that is missing, ended, outside the caller's scope, or not among those that
   * the reference may point to (`filter`). `record` has its derived values.
   */
  errorsOf(record: WireRecord): FieldError[];
}

interface ReferencingRecord {
  readonly plans: Plans;
  readonly plan: ResourcePlan;
  readonly record: WireRecord;
  readonly previous?: WireRecord | undefined;
  readonly loadRows?: LoadRows | undefined;
}

/**
 * Loads the records that `record` references: one query per resource. References of `previous` stay valid; all others
 * are locked until the transaction ends, so that nobody deletes or ends them before the record is stored.
 */
export async function loadReferenced(
  context: Pick<ReadContext, "db" | "actor">,
  {
    plans,
    plan,
    record,
    previous,
    loadRows = (target, ids, lock) => loadTargets(context, target, ids, lock),
  }: ReferencingRecord,
): Promise<ReferencedRows> {
  const previousKeys = new Set(referencesIn(plan, previous ?? {}).map(referenceKey));
  const loaded = new Map<string, LoadedRow>();
  const references = referencesIn(plan, record).filter(
    (reference) => !previous || needsTarget(plan, reference, record, previous),
  );
  for (const resource of new Set(references.map((reference) => reference.resource))) {
    const ofResource = references.filter((reference) => reference.resource === resource);
    // The stronger lock first, to avoid deadlocks between requests that upgrade a shared one.
    for (const lock of ["noKeyUpdate", "share", undefined] as const) {
      const ids = ofResource
        .filter((reference) => (previousKeys.has(referenceKey(reference)) ? undefined : reference.lock) === lock)
        .map(({ id }) => id);
      if (ids.length === 0) continue;
      for (const [id, target] of await loadRows(planOf(plans, resource), [...new Set(ids)], lock))
        loaded.set(referenceKey({ resource, id }), target);
    }
  }
  const usable = (reference: Pick<NamedReference, "resource" | "id">) =>
    loaded.get(referenceKey(reference))?.isVisible || previousKeys.has(referenceKey(reference));
  const isOver = (reference: NamedReference) =>
    !previousKeys.has(referenceKey(reference)) &&
    isTargetTerminated(planOf(plans, reference.resource), loaded.get(referenceKey(reference)));
  const row = (field: string, { [field]: id }: WireRecord): Row | undefined => {
    const resource = plan.fields.get(field)?.reference?.resource;
    if (resource === undefined || typeof id !== "number") return undefined;
    return usable({ resource, id }) ? loaded.get(referenceKey({ resource, id }))?.row : undefined;
  };
  const values = new Map<string, Json | undefined>();
  for (const path of plan.relatedPaths)
    values.set(path, await valueBehind({ loadRows, plans, plan, record, path, row }));
  return {
    related: (path) => values.get(path),
    row,
    errorsOf: (candidate) =>
      referencesIn(plan, candidate).flatMap((reference) => {
        if (!usable(reference)) return [fieldError(reference.pointer, "reference", { resource: reference.resource })];
        if (isOver(reference)) return [businessError(reference.pointer, "terminated")];
        const target = loaded.get(referenceKey(reference));
        const isKept = previous !== undefined && previousKeys.has(referenceKey(reference));
        if (!target || (isKept && !hasNewOwner(reference, candidate, previous))) return [];
        const valueAt = (path: string) =>
          path.includes(".") ? values.get(path) : (candidate[path] ?? previous?.[path]);
        return (
          restrictionError(planOf(plans, reference.resource), { ...reference, isKept, row: target.row, valueAt }) ?? []
        );
      }),
  };
}

/** Whether anything but the validity of a reference is needed. */
function needsTarget(plan: ResourcePlan, reference: NamedReference, record: WireRecord, previous: WireRecord): boolean {
  const [, name = ""] = reference.pointer.split("/");
  const leadsOn = plan.relatedPaths.some((path) => path.startsWith(`${name}.`));
  return leadsOn || !isSameField(record, previous, name) || hasNewOwner(reference, record, previous);
}

/** Whether the record changes what its choices are limited by. */
function hasNewOwner(
  { reference: { filter = {} } }: NamedReference,
  record: WireRecord,
  previous: WireRecord,
): boolean {
  return Object.values(filter).some((value) => {
    const [root] = filterPath(value)?.split(".") ?? [];
    return root !== undefined && root in record && (record[root] ?? null) !== (previous[root] ?? null);
  });
}

function isTargetTerminated({ descriptor: { remove } }: ResourcePlan, loaded: LoadedRow | undefined): boolean {
  return remove.by === "status" && loaded?.row[remove.field] === remove.value;
}

/** Loads what conditions read behind the references of many records: a query for each step, not one for each record. */
export async function preloadReferencedValues(
  loadRows: LoadRows,
  plans: Plans,
  plan: ResourcePlan,
  records: readonly WireRecord[],
): Promise<void> {
  for (const path of plan.relatedPaths) {
    let target = plan;
    let holders: readonly Readonly<WireRecord>[] = records;
    for (const name of path.split(".").slice(0, -1)) {
      const ids = [...new Set(holders.map((holder) => holder[name]).filter(isStorableId))];
      target = planOf(plans, target.fields.get(name)?.reference?.resource ?? "");
      holders = ids.length > 0 ? [...(await loadRows(target, ids)).values()].map(({ row }) => row) : [];
    }
  }
}

/** Follows a path of references, with the platform's own rights. */
async function valueBehind({
  loadRows,
  plans,
  plan,
  record,
  path,
  row: rowOf,
}: {
  readonly loadRows: LoadRows;
  readonly plans: Plans;
  readonly plan: ResourcePlan;
  readonly record: WireRecord;
  readonly path: string;
  readonly row: ReferencedRows["row"];
}): Promise<Json | undefined> {
  const [first = "", ...segments] = path.split(".");
  let row = rowOf(first, record);
  let target = planOf(plans, plan.fields.get(first)?.reference?.resource ?? "");
  for (const [index, name] of segments.entries()) {
    const storedField = target.stored.get(name);
    if (!row || !storedField) return undefined;
    if (index === segments.length - 1) return storedField.toWire(row);
    const next = planOf(plans, storedField.field.reference?.resource ?? "");
    const id = row[name];
    row = typeof id === "number" ? (await loadRows(next, [id])).get(id)?.row : undefined;
    target = next;
  }
  return undefined;
}

/** Rows by id, each with whether the caller may reference it. */
export async function loadTargets(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan,
  ids: readonly number[],
  lock?: RowLock,
): Promise<Map<number, LoadedRow>> {
  const conditions = visibleTo(plan, actor);
  const isVisible: RawBuilder<unknown> =
    conditions.length === 0 ? sql.lit(true) : sql`(${sql.join([...conditions], sql` and `)}) is true`;
  const query = sql<
    Row & { readonly pb_visible: boolean }
  >`select ${plan.select}, ${isVisible} as pb_visible ${from(plan)} ${whereAll([byId(ids)])}${
    lock && db.isTransaction ? sql` order by ${sql.ref(`${rootAlias}.id`)}${locking(plan, lock)}` : sql``
  }`;
  const { rows } = await query.execute(db);
  return new Map(rows.map(({ pb_visible, ...row }) => [row.id, { row, isVisible: pb_visible }]));
}

/** Foreign ids in a record, with their location. */
export function referencesIn(plan: ResourcePlan, record: WireRecord): NamedReference[] {
  return plan.outgoing.flatMap((outgoing) => {
    const { field } = outgoing;
    if (field.readOnly || field.internal || field.derive) return [];
    return idsAt(record, [field.name, ...outgoing.inner]).map(([pointer, id]) => ({
      pointer,
      resource: outgoing.reference.resource,
      reference: outgoing.reference,
      id,
      lock: plan.hooks.lockForUpdate?.includes(field.name) ? "noKeyUpdate" : "share",
    }));
  });
}

/** The ids in a field of a record, or in one of the items or of the object in it, each with its pointer. */
export function idsAt(
  record: Readonly<WireRecord>,
  [name = "", ...inner]: readonly string[],
  basePointer = "",
): [pointer: string, id: number][] {
  const value = record[name];
  const parts = Array.isArray(value)
    ? value.map((item, index) => [`/${index}`, item] as const)
    : [["", value] as const];
  return parts.flatMap(([suffix, part]): [string, number][] => {
    const pointer = `${basePointer}/${name}${suffix}`;
    if (inner.length > 0) return isObject(part) ? idsAt(part, inner, pointer) : [];
    return isStorableId(part) ? [[pointer, part]] : [];
  });
}

function referenceKey({ resource, id }: Pick<NamedReference, "resource" | "id">): string {
  return `${resource} ${id}`;
}

interface ChosenReference {
  readonly pointer: string;
  readonly reference: ReferenceDescriptor;
  /** It was chosen earlier: what it is limited by has changed. */
  readonly isKept: boolean;
  readonly row: Row;
  /** The value of `$path` in the referring record. */
  valueAt(path: string): Json | undefined;
}

/**
 * An error at a reference to a record that is not among those the picker offers
 * (`"filter": { "type": "reseller", "reseller_id": "$contact_id.reseller_id" }`). A value that is missing does not
 * limit: what requires it is an error of its own.
 */
function restrictionError(
  { descriptor, name: resource }: ResourcePlan,
  { pointer, reference: { filter = {} }, isKept, row, valueAt }: ChosenReference,
): FieldError | undefined {
  for (const [name, filterValue] of Object.entries(filter)) {
    const descriptorFilter = descriptor.filters.find((candidate) => candidate.name === name);
    const path = filterPath(filterValue);
    const expected = path === undefined ? filterValue : valueAt(path);
    if (!descriptorFilter || expected === undefined || expected === null) continue;
    if (matchesFilter(descriptorFilter, row, String(expected))) continue;
    const rule = filterRules[name];
    const [via, ...behind] = path?.split(".") ?? [];
    if (rule && isKept && behind.length > 0) return businessError(`/${via}`, rule);
    return rule ? businessError(pointer, rule) : fieldError(pointer, "reference", { resource });
  }
  return undefined;
}
