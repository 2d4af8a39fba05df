import { isDeepStrictEqual } from "node:util";
import { can, isGuarded } from "../../../core/access/access.ts";
import type { FieldDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { type FieldError, fieldError, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { normalizeRecord } from "../../../core/validation/normalizeRecord.ts";
import type { Actor, ColumnValues, Row, ValidateEvent } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { noRecord } from "../rights.ts";
import { assertRules } from "../unitOfWork/businessRules.ts";

/** A body after the resource's own rules and completion, to be validated. */
export async function prepareBody({ hooks }: ResourcePlan, event: ValidateEvent): Promise<WireRecord> {
  await assertRules(hooks, "beforeValidate", event);
  return hooks.beforeValidate ? hooks.beforeValidate(event) : event.body;
}

/** The scope field of a row, when a caller bound to a reseller has no choice about it. */
export function forcedScope(
  plan: ResourcePlan,
  actor: Actor,
): { readonly name: string; readonly value: number } | undefined {
  const field = plan.fields.get(plan.descriptor.scope ?? "");
  if (!field || field.derive || field.internal || field.readOnly || actor.resellerId === null) return undefined;
  return { name: field.name, value: actor.resellerId };
}

/** A body for a new record: fields that the caller may not choose are set or refused. */
export function completeCreate(plan: ResourcePlan, actor: Actor, body: WireRecord): WireRecord {
  const forced = forcedScope(plan, actor);
  const input = normalizeRecord(plan.descriptor.fields, body);
  for (const field of plan.descriptor.fields) {
    const { name } = field;
    if (!isGuarded(field) || name === forced?.name || can(actor, plan.descriptor, "create", { field })) continue;
    const value = input[name];
    if (value !== undefined && !isDeepStrictEqual(value, field.default)) throw new PlatformError("forbidden");
    delete input[name];
  }
  return forced ? { ...input, [forced.name]: forced.value } : input;
}

export interface UpdateInput {
  readonly input: WireRecord;
  readonly errors: readonly FieldError[];
  /** Secrets without a new value: they keep the stored one. */
  readonly keptFields: ReadonlySet<string>;
}

/**
 * A body for an existing record: omitted fields are cleared or get their default; immutable, secret and forbidden ones
 * keep their value.
 */
export function completeUpdate(
  plan: ResourcePlan,
  actor: Actor,
  { body, row, record }: { readonly body: WireRecord; readonly row: Row; readonly record: WireRecord },
): UpdateInput {
  const forced = forcedScope(plan, actor);
  const normalized = normalizeRecord(plan.descriptor.fields, body);
  const input: WireRecord = {};
  const errors: FieldError[] = [];
  const keptFields = new Set<string>();
  for (const field of plan.descriptor.fields) {
    const { name } = field;
    if (field.readOnly || field.internal) continue;
    const value = normalized[name];
    const isSecret = field.secret || field.writeOnly;
    const current = isSecret ? row[name] : record[name];
    const isChange = value !== undefined && !isDeepStrictEqual(value, current ?? field.default);
    if (name === forced?.name) input[name] = forced.value;
    else if (isChange && !mayUpdate(plan, actor, field, row.id)) throw refusalOf(plan, actor, field);
    else if (isSecret && !isChange) keptFields.add(name);
    else if (field.immutable || !mayUpdate(plan, actor, field, row.id)) {
      if (isChange) errors.push(businessError(`/${name}`, "fixed"));
      input[name] = current;
    } else input[name] = value === undefined ? field.default : value;
  }
  return { input, errors, keptFields };
}

/** Uses a specific error for what is refused on one's own record only. */
function refusalOf(plan: ResourcePlan, actor: Actor, field: FieldDescriptor): PlatformError {
  const mayOthers = mayUpdate(plan, actor, field, noRecord.id);
  return mayOthers ? new PlatformError("own_account_change", { field: field.name }) : new PlatformError("forbidden");
}

function mayUpdate(plan: ResourcePlan, actor: Actor, field: FieldDescriptor, id: number): boolean {
  return !isGuarded(field) || can(actor, plan.descriptor, "update", { field, record: { id } });
}

/** Columns of a validated new record; server-set ones start with their default. */
export function newValues(plan: ResourcePlan, record: WireRecord): ColumnValues {
  const values: ColumnValues = {};
  for (const { field } of plan.stored.values()) {
    if (field.derive || field.name === "id") continue;
    values[field.name] = record[field.name] ?? (field.readOnly ? field.default : undefined) ?? null;
  }
  return values;
}

/** Columns of a validated existing record that a request may change. */
export function changeableValues(
  plan: ResourcePlan,
  record: WireRecord,
  keptFields: ReadonlySet<string>,
): ColumnValues {
  const values: ColumnValues = {};
  for (const { field } of plan.stored.values()) {
    if (field.readOnly || field.internal || field.immutable || keptFields.has(field.name)) continue;
    values[field.name] = record[field.name] ?? null;
  }
  return values;
}

/** Callers bound to a reseller neither create rows outside of it nor move rows there. */
export function assertOwn(plan: ResourcePlan, actor: Actor, row: Row): void {
  const { scope } = plan.descriptor;
  if (scope === undefined || actor.resellerId === null || row[scope] === actor.resellerId) return;
  const source = plan.derivations.find(({ field }) => field === scope);
  throw validationFailed([
    fieldError(`/${source?.via ?? scope}`, "reference", { resource: source?.target ?? "resellers" }),
  ]);
}
