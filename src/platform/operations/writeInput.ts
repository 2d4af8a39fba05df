import { isDeepStrictEqual } from "node:util";
import { can, isGuarded } from "../../core/access.ts";
import type { FieldDescriptor, Json, WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError, PlatformError } from "../../core/errors.ts";
import { isObject, prepare } from "../../core/prepare.ts";
import { noRecord } from "../auth/gate.ts";
import type { Actor, Row } from "../entityHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

/** A body that is no record at all. */
export function asRecord(body: unknown): WireRecord {
  if (!isObject(body as Json)) throw new PlatformError("bad_request");
  return body as WireRecord;
}

/** The field that says whose row it is, where a caller bound to a reseller has no choice about it. */
export function forcedScope(
  plan: ResourcePlan,
  actor: Actor,
): { readonly name: string; readonly value: number } | undefined {
  const field = plan.fields.get(plan.descriptor.scope ?? "");
  if (!field || field.derive || field.internal || field.readOnly || actor.resellerId === null) return undefined;
  return { name: field.name, value: actor.resellerId };
}

/** A body for a new record: what the caller may not choose is set or refused. */
export function completeCreate(plan: ResourcePlan, actor: Actor, body: WireRecord): WireRecord {
  const forced = forcedScope(plan, actor);
  const input = prepare(plan.descriptor.fields, body);
  for (const field of plan.descriptor.fields) {
    const { name } = field;
    if (!isGuarded(field) || name === forced?.name || can(actor, plan.descriptor, "create", { field })) continue;
    if (input[name] !== undefined && !isDeepStrictEqual(input[name], field.default))
      throw new PlatformError("forbidden");
    delete input[name];
  }
  return forced ? { ...input, [forced.name]: forced.value } : input;
}

export interface UpdateInput {
  readonly input: WireRecord;
  readonly errors: readonly FieldError[];
  /** Secrets without a new value: they keep the stored one. */
  readonly kept: ReadonlySet<string>;
}

/**
 * A body for an existing record: fields left out are emptied or get their default; those that are fixed, secret or
 * not the caller's to change keep their value.
 */
export function completeUpdate(
  plan: ResourcePlan,
  actor: Actor,
  { body, row, record }: { readonly body: WireRecord; readonly row: Row; readonly record: WireRecord },
): UpdateInput {
  const forced = forcedScope(plan, actor);
  const given = prepare(plan.descriptor.fields, body);
  const input: WireRecord = {};
  const errors: FieldError[] = [];
  const kept = new Set<string>();
  for (const field of plan.descriptor.fields) {
    const { name } = field;
    if (field.readOnly || field.internal) continue;
    const value = given[name];
    const isSecret = field.secret || field.writeOnly;
    const stored = isSecret ? (row[name] as Json) : record[name];
    const isChange = value !== undefined && !isDeepStrictEqual(value, stored ?? field.default);
    if (name === forced?.name) input[name] = forced.value;
    else if (isChange && !mayUpdate(plan, actor, field, row.id)) throw refusalOf(plan, actor, field);
    else if (isSecret && !isChange) kept.add(name);
    else if (field.immutable || !mayUpdate(plan, actor, field, row.id)) {
      if (isChange) errors.push(businessError(`/${name}`, "fixed"));
      input[name] = stored;
    } else input[name] = value === undefined ? field.default : value;
  }
  return { input, errors, kept };
}

/** What is refused on the own record alone is told so. */
function refusalOf(plan: ResourcePlan, actor: Actor, field: FieldDescriptor): PlatformError {
  const mayOthers = mayUpdate(plan, actor, field, noRecord.id);
  return mayOthers ? new PlatformError("own_account_change", { field: field.name }) : new PlatformError("forbidden");
}

function mayUpdate(plan: ResourcePlan, actor: Actor, field: FieldDescriptor, id: number): boolean {
  return !isGuarded(field) || can(actor, plan.descriptor, "update", { field, record: { id } });
}

/** Columns of a judged new record; what only the server sets starts with its default. */
export function newValues(plan: ResourcePlan, record: WireRecord): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { field } of plan.stored.values()) {
    if (field.derive || field.name === "id") continue;
    values[field.name] = record[field.name] ?? (field.readOnly ? field.default : undefined) ?? null;
  }
  return values;
}

/** Columns of a judged existing record that a request may change. */
export function changeableValues(
  plan: ResourcePlan,
  record: WireRecord,
  kept: ReadonlySet<string>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { field } of plan.stored.values()) {
    if (field.readOnly || field.internal || field.immutable || kept.has(field.name)) continue;
    values[field.name] = record[field.name] ?? null;
  }
  return values;
}
