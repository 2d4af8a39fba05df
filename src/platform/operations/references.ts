import { type RawBuilder, sql } from "kysely";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import type { FieldError } from "../../core/errors.ts";
import { isObject } from "../../core/prepare.ts";
import { fieldError } from "../../core/validate.ts";
import type { Reading, Row } from "../entityHooks.ts";
import { type OutgoingReference, type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import { byId } from "../query/byId.ts";
import { from, visibleTo, whereAll } from "../query/visible.ts";

/** An id somewhere in a record that names a record of another resource. */
export interface Named {
  readonly pointer: string;
  readonly resource: string;
  readonly id: number;
}

/** A row that is there, whoever asks, and whether the caller may know of it. */
export interface Loaded {
  readonly row: Row;
  readonly isVisible: boolean;
}

/** Finds rows of a resource by their ids. */
export type LoadRows = (plan: ResourcePlan, ids: readonly number[]) => Promise<ReadonlyMap<number, Loaded>>;

/** The records that a record refers to, loaded before it is judged. */
export interface Referenced {
  /** Values behind references that conditions read (`customer_id.type`). */
  readonly related: (path: string) => Json | undefined;
  /** Stored row behind a reference field of the record. */
  row(field: string, id: Json | undefined): Row | undefined;
  /** An error at each reference to a record that does not exist, is gone, or is not the caller's to know. */
  errorsOf(record: WireRecord): FieldError[];
}

export interface Referring {
  readonly plans: Plans;
  readonly plan: ResourcePlan;
  readonly record: WireRecord;
  readonly previous?: WireRecord | undefined;
  readonly loadRows?: LoadRows | undefined;
}

/** Loads what `record` refers to: a query for each resource. What `previous` refers to already stays allowed. */
export async function loadReferenced(
  reading: Pick<Reading, "db" | "actor">,
  { plans, plan, record, previous, loadRows = (target, ids) => loadTargets(reading, target, ids) }: Referring,
): Promise<Referenced> {
  const kept = new Set(namedIn(plan, previous ?? {}).map(keyOf));
  const loaded = new Map<string, Loaded>();
  const named = namedIn(plan, record);
  for (const resource of new Set(named.map((one) => one.resource))) {
    const ids = new Set(named.filter((one) => one.resource === resource).map((one) => one.id));
    for (const [id, one] of await loadRows(planOf(plans, resource), [...ids])) loaded.set(`${resource} ${id}`, one);
  }
  const usable = (one: Named) => loaded.get(keyOf(one))?.isVisible || kept.has(keyOf(one));
  const row = (field: string, id: Json | undefined): Row | undefined => {
    const resource = plan.fields.get(field)?.reference?.resource;
    if (resource === undefined || typeof id !== "number") return undefined;
    return usable({ pointer: "", resource, id }) ? loaded.get(`${resource} ${id}`)?.row : undefined;
  };
  const values = new Map<string, Json | undefined>();
  for (const path of plan.relatedPaths)
    values.set(path, await valueBehind({ loadRows, plans, plan, record, path, row }));
  return {
    related: (path) => values.get(path),
    row,
    errorsOf: (judged) =>
      namedIn(plan, judged)
        .filter((one) => !usable(one))
        .map((one) => fieldError(one.pointer, "reference", { resource: one.resource })),
  };
}

/** Follows a path from reference to reference, as the platform sees it. */
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
  readonly row: Referenced["row"];
}): Promise<Json | undefined> {
  const [first = "", ...rest] = path.split(".");
  let row = rowOf(first, record[first]);
  let target = planOf(plans, plan.fields.get(first)?.reference?.resource ?? "");
  for (const [index, name] of rest.entries()) {
    const stored = target.stored.get(name);
    if (!row || !stored) return undefined;
    if (index === rest.length - 1) return stored.toWire(row[name]);
    const next = planOf(plans, stored.field.reference?.resource ?? "");
    const id = row[name];
    row = typeof id === "number" ? (await loadRows(next, [id])).get(id)?.row : undefined;
    target = next;
  }
  return undefined;
}

/** Rows by id, each with whether the caller may refer to it. */
export async function loadTargets(
  { db, actor }: Pick<Reading, "db" | "actor">,
  plan: ResourcePlan,
  ids: readonly number[],
): Promise<Map<number, Loaded>> {
  const conditions = visibleTo(plan, actor);
  const isVisible: RawBuilder<unknown> =
    conditions.length === 0 ? sql`true` : sql`(${sql.join([...conditions], sql` and `)}) is true`;
  const query = sql<
    Row & { readonly pb_visible: boolean }
  >`select ${plan.select}, ${isVisible} as pb_visible ${from(plan)} ${whereAll([byId(ids)])}`;
  const { rows } = await query.execute(db);
  return new Map(rows.map(({ pb_visible, ...row }) => [row.id, { row: row as Row, isVisible: pb_visible }]));
}

/** Ids in a record that name records of other resources, and where they stand. */
export function namedIn(plan: ResourcePlan, record: WireRecord): Named[] {
  return plan.outgoing.flatMap((outgoing) => {
    const { field } = outgoing;
    if (field.readOnly || field.internal || field.derive) return [];
    return idsAt(outgoing, record[field.name]).map(([path, id]) => ({
      pointer: `/${field.name}${path}`,
      resource: outgoing.reference.resource,
      id,
    }));
  });
}

function idsAt({ inner }: OutgoingReference, value: Json | undefined): [path: string, id: number][] {
  const parts: [string, Json | undefined][] = Array.isArray(value)
    ? value.map((item, index) => [`/${index}`, item])
    : [["", value]];
  return parts.flatMap(([path, part]) => {
    const id = inner && isObject(part) ? part[inner] : inner ? undefined : part;
    return isId(id) ? [[inner ? `${path}/${inner}` : path, id] as [string, number]] : [];
  });
}

/** What is no id at all is for the validator to complain about. */
function isId(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}

function keyOf({ resource, id }: Named): string {
  return `${resource} ${id}`;
}
