import { type RawBuilder, sql } from "kysely";
import type { Json, ResourceDescriptor, Right } from "../../core/schema/descriptor.ts";
import {
  type PreferenceChild,
  type PreferenceKind,
  preferenceKindOf,
  valuesResource,
} from "../../core/telephony/preferenceKind.ts";
import { effectivePreference, type PreferenceLayer } from "../../core/telephony/preferences.ts";
import { fieldError, notFound, validationFailed } from "../../core/validation/errors.ts";
import { parseId, type Query } from "../http/query.ts";
import { withCustom } from "../preferences/customPreferences.ts";
import { loadValues, type PreferenceValues, withoutBytes } from "../preferences/preferenceRecord.ts";
import type { Actor, HookContext, ReadContext, Row } from "../resourceHooks.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "./plan/resourcePlan.ts";
import { byId, selectRows, visibleTo } from "./query/selectRows.ts";

/** The part of the platform that preferences need: their owners, and the rights on them. */
export interface Owners {
  readonly plans: Plans;
  assertCan(actor: Actor, descriptor: ResourceDescriptor, right: Right): void;
  findVisible<R extends string>(context: ReadContext, resource: R, id: number): Promise<Row<R>>;
}

/** Throws 403 when the caller lacks the right on owners of the kind: preferences are part of their owner. */
export function assertOwnersCan(context: Owners, actor: Actor, kind: PreferenceKind, right: Right): void {
  context.assertCan(actor, ownersPlan(context, kind).descriptor, right);
}

/**
 * The owner by the id in the path; terminated ones have no preferences any more, although their record is still
 * visible.
 */
export async function findPreferenceOwner(
  context: Owners,
  readContext: ReadContext,
  kind: PreferenceKind,
  text: string,
): Promise<Row> {
  const id = parseId(text);
  if (id === undefined) throw notFound(valuesResource(kind), text);
  const owner = await context.findVisible(readContext, kind.owner.resource, id);
  const { remove } = ownersPlan(context, kind).descriptor;
  if (remove.by === "status" && owner[remove.field] === remove.value) throw notFound(valuesResource(kind), text);
  return owner;
}

/** Returns the condition of owners that are not terminated. */
export function notTerminatedConditions(context: Owners, kind: PreferenceKind): RawBuilder<boolean>[] {
  const { remove } = ownersPlan(context, kind).descriptor;
  if (remove.by !== "status") return [];
  return [sql<boolean>`${sql.ref(`${rootAlias}.${remove.field}`)} <> ${remove.value}`];
}

/** Serialises changes of one owner's preferences. */
export async function lockOwner({ db }: HookContext, context: Owners, kind: PreferenceKind, id: number) {
  const { table } = ownersPlan(context, kind);
  await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(db);
}

export function ownersPlan({ plans }: Owners, { owner }: PreferenceKind): ResourcePlan {
  return planOf(plans, owner.resource);
}

/**
 * Effective values where an owner has set nothing itself: preference -> value and its source (`profile`, `domain`,
 * `default`). Visible although the caller may not read the source records.
 */
export async function loadEffectiveValues(
  context: Owners,
  readContext: ReadContext,
  kind: PreferenceKind,
  owner: Row,
  ownValues: PreferenceValues,
): Promise<Record<string, { value: Json; source: string }>> {
  const all = await withCustom(readContext.db, kind, owner.id);
  const layers = [toLayer(all, "own", ownValues), ...(await layersBehind(context, readContext, kind, owner))];
  const effective: Record<string, { value: Json; source: string }> = {};
  for (const { attribute } of all.preferences) {
    const effectiveValue = effectivePreference(attribute, layers);
    if (!effectiveValue || effectiveValue.source === "own") continue;
    effective[attribute] = { value: withoutBytes(effectiveValue.value), source: effectiveValue.source };
  }
  return effective;
}

async function layersBehind(
  context: Owners,
  { db }: ReadContext,
  kind: PreferenceKind,
  owner: Row,
): Promise<PreferenceLayer[]> {
  const { fields, inheritsPreferences = [] } = ownersPlan(context, kind).descriptor;
  const layers: PreferenceLayer[] = [];
  for (const name of inheritsPreferences) {
    const resource = fields.find((field) => field.name === name)?.reference?.resource;
    const behind = resource === undefined ? undefined : preferenceKindOf(resource);
    if (!behind) throw new Error(`${kind.owner.resource}.${name} refers to nothing that has preferences`);
    const id = owner[name];
    const [values = {}] = typeof id === "number" ? await loadValues(db, behind, [{ id }]) : [];
    layers.push(toLayer(typeof id === "number" ? await withCustom(db, behind, id) : behind, behind.kind, values));
  }
  return layers;
}

function toLayer(kind: PreferenceKind, source: string, values: PreferenceValues): PreferenceLayer {
  const defaults = Object.fromEntries(kind.preferences.map((preference) => [preference.attribute, preference.default]));
  return { source, values, defaults };
}

/**
 * Finds the record in which a request stores values: undefined for the owner itself, 422 for a record that is not its
 * child.
 */
export async function findPreferenceChild(
  context: Owners,
  readContext: ReadContext,
  kind: PreferenceKind,
  owner: Row,
  query: Query,
): Promise<PreferenceChild | undefined> {
  const { childPreferences } = ownersPlan(context, kind).descriptor;
  const text = childPreferences && query.get(childPreferences.parameter);
  if (!childPreferences || text === undefined || text === "") return undefined;
  const { resource, reference, parameter } = childPreferences;
  const plan = planOf(context.plans, resource);
  const id = parseId(text);
  const conditions = id === undefined ? undefined : [byId([id]), ...visibleTo(plan, readContext.actor)];
  const [row] = conditions ? await selectRows(readContext.db, plan, conditions) : [];
  if (!row || row[reference] !== owner.id)
    throw validationFailed([fieldError(`/${parameter}`, "reference", { resource })]);
  return { id: row.id, parameter, kind: { ...kind, kind: resource } };
}
