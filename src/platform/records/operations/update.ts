import { isDeepStrictEqual } from "node:util";
import { can, isGuarded } from "../../../core/access/access.ts";
import type { FieldDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { type FieldError, fieldError, PlatformError } from "../../../core/validation/errors.ts";
import { normalizeRecord, readScalars } from "../../../core/validation/normalizeRecord.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { statusField, statusRefusal } from "../../../core/validation/transitions.ts";
import { asRecord } from "../../http/jsonText.ts";
import { assertMatches } from "../../http/query.ts";
import type { Actor, ColumnValues, Row } from "../../resourceHooks.ts";
import { noRecord } from "../actor.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { findVisible } from "../query/selectRows.ts";
import type { Snapshot } from "../unitOfWork/journal.ts";
import { serializeRow } from "../unitOfWork/serialize.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { snapshot, type WriteRequest, writeRow } from "../unitOfWork/writeRow.ts";
import { resolveAliases } from "./aliases.ts";
import { applyPatch, fieldsPatchedBy, type PatchOperation, parsePatch } from "./jsonPatch.ts";
import type { LoadRows } from "./references.ts";
import { assertOwn, forcedScope, prepareBody, validateInput } from "./writeInput.ts";

export interface UpdateRequest {
  readonly plan: ResourcePlan;
  readonly id: number | undefined;
  readonly ifMatch: string | undefined;
  readonly policy: PasswordPolicy;
}

/** Shared by PUT and PATCH: the desired state of the stored record. */
export interface DesiredRecord {
  readonly body: WireRecord;
  readonly sentFields: ReadonlySet<string>;
  /** Secrets that the request clears. */
  readonly emptied?: ReadonlySet<string>;
}

/**
 * Updates one record; `desiredOf` gets the row and the platform's own view of it.
 *
 * 1. The row is locked; 404 if the caller does not see it, 412 if its version is another.
 * 2. The write is prepared and validated: `prepareUpdate`.
 * 3. It is written, with hooks, copies, cascades and journal: `writeRows`.
 * 4. A record that would leave the caller's reseller is refused.
 */
export async function updateRecord(
  unit: UnitOfWork,
  { plan, id, ifMatch, policy }: UpdateRequest,
  desiredOf: (row: Row, record: WireRecord) => Promise<DesiredRecord>,
): Promise<Row> {
  const row = await findVisible(unit, plan, id, { lock: "noKeyUpdate" });
  assertMatches(ifMatch, row.row_version);
  const previous = await snapshot(unit, plan, row);
  const request = await prepareUpdate(unit, { plan, policy }, previous, await desiredOf(row, previous.record));
  const updated = await writeRow(unit, plan, request);
  assertOwn(plan, unit.actor, updated);
  return updated;
}

/**
 * Prepares the write that turns a locked record into the desired one; `loadRows` may be a cache. Throws 422 with every
 * error, and 403 for what the caller may not change.
 *
 * 1. Values get the types of their fields, and names in place of ids become ids.
 * 2. The resource's own rules and its hook `beforeValidate` see the body.
 * 3. What is omitted is cleared; what this caller may not change is refused, or stays.
 * 4. The status has to be one that the record may get.
 * 5. The record is validated, with its references and unique values: `validateInput`.
 */
export async function prepareUpdate(
  unit: UnitOfWork,
  { plan, policy, loadRows }: Pick<UpdateRequest, "plan" | "policy"> & { readonly loadRows?: LoadRows },
  { row, record }: Snapshot,
  { body: desiredBody, sentFields, emptied }: DesiredRecord,
): Promise<WriteRequest> {
  const { actor } = unit;
  const sent = await resolveAliases(unit, plan, readScalars(plan.descriptor.fields, desiredBody), record);
  const body = await prepareBody(plan, { context: unit, mode: "update", body: sent, sentFields, previous: row });
  const { input, errors, keptFields } = completeUpdate(plan, actor, { body, row, record });
  assertStatus(plan, actor, row, input);
  const emptiedNames = [...keptFields].filter((name) => emptied?.has(name));
  const staying = new Set([...keptFields].filter((name) => !emptied?.has(name)));
  // A secret may be omitted from an update, but a required one cannot be missing.
  const missing = emptiedNames.filter((name) => plan.fields.get(name)?.required);
  const candidate = {
    ...{ plan, plans: unit.plans, policy, input },
    previous: { row, record },
    keptFields: staying,
    errors: [...errors, ...missing.map((name) => fieldError(`/${name}`, "required"))],
  };
  const valid = await validateInput(unit, candidate, loadRows);
  const values = changeableValues(plan, valid, staying);
  return { input: valid, sentFields, previous: { row, record }, values };
}

interface UpdateInput {
  readonly input: WireRecord;
  readonly errors: readonly FieldError[];
  /** Secrets without a new value: they keep the stored one. */
  readonly keptFields: ReadonlySet<string>;
}

/**
 * A body for an existing record: omitted fields are cleared or get their default; immutable, secret and forbidden ones
 * keep their value.
 */
function completeUpdate(
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

/** Final and protected states, and the one that means removed: setting it requires the right to delete. */
function assertStatus(plan: ResourcePlan, actor: Actor, row: Row, input: WireRecord): void {
  const { descriptor } = plan;
  const field = statusField(descriptor);
  const current = row[field];
  if (typeof current !== "string") return;
  const next = input[field] ?? current;
  // Whatever else it is, its type is refused later.
  if (typeof next !== "string") return;
  const error = statusRefusal(descriptor, { id: row.id, [field]: current }, next);
  if (error) throw error;
  const removed = descriptor.remove.by === "status" ? descriptor.remove.value : descriptor.softDelete?.value;
  if (next === removed && next !== current && !can(actor, descriptor, "delete", { record: { id: row.id } })) {
    throw new PlatformError("forbidden");
  }
}

/** Columns of a validated existing record that a request may change. */
function changeableValues(plan: ResourcePlan, record: WireRecord, keptFields: ReadonlySet<string>): ColumnValues {
  const values: ColumnValues = {};
  for (const { field } of plan.stored.values()) {
    if (field.readOnly || field.internal || field.immutable || keptFields.has(field.name)) continue;
    values[field.name] = record[field.name] ?? null;
  }
  return values;
}

/** Full replacement: omitted fields are cleared or get their default. */
export function replaceRecord(unit: UnitOfWork, request: UpdateRequest, body: unknown): Promise<Row> {
  const record = asRecord(body);
  return updateRecord(unit, request, async () => ({ body: record, sentFields: new Set(Object.keys(record)) }));
}

/** Applies a patch to the record and stores the result; unnamed fields keep their value. */
export async function patchRecord(unit: UnitOfWork, request: UpdateRequest, body: unknown): Promise<Row> {
  const { plan } = request;
  const operations = parsePatch(body, plan.descriptor.api.patchAddRemove);
  return updateRecord(unit, request, async (row, record) => {
    const readableRecord = await serializeRow(unit, plan, row);
    return toDesired(operations, withEveryField(request, readableRecord), record);
  });
}

function toDesired(operations: readonly PatchOperation[], document: WireRecord, record: WireRecord): DesiredRecord {
  const patched = applyPatch(document, operations);
  const sentFields = fieldsPatchedBy(operations);
  const body: WireRecord = { ...record };
  for (const name of sentFields) body[name] = patched[name] ?? null;
  return { body, sentFields, emptied: new Set([...sentFields].filter((name) => (body[name] ?? "") === "")) };
}

/** Empty and write-only fields can be replaced as well. */
function withEveryField({ plan }: UpdateRequest, record: WireRecord): WireRecord {
  const document: WireRecord = {};
  for (const field of plan.descriptor.fields) {
    if (!field.internal) document[field.name] = record[field.name] ?? null;
  }
  return document;
}
