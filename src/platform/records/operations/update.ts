import { can } from "../../../core/access/access.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { fieldError, PlatformError } from "../../../core/validation/errors.ts";
import { readScalars } from "../../../core/validation/normalizeRecord.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { statusField, statusRefusal } from "../../../core/validation/transitions.ts";
import { asRecord } from "../../http/jsonText.ts";
import { assertMatches } from "../../http/query.ts";
import type { Actor, Row } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { findVisible } from "../query/selectRows.ts";
import type { Snapshot } from "../unitOfWork/journal.ts";
import { serializeRow } from "../unitOfWork/serialize.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { snapshot, type WriteRequest, writeRow } from "../unitOfWork/writeRow.ts";
import { resolveAliases } from "./aliases.ts";
import { applyPatch, fieldsPatchedBy, type PatchOperation, parsePatch } from "./jsonPatch.ts";
import type { LoadRows } from "./references.ts";
import { assertOwn, changeableValues, completeUpdate, prepareBody, validateInput } from "./writeInput.ts";

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

/** Updates one record; `toDesired` gets the row and the platform's own view of it. */
export async function updateRecord(
  unit: UnitOfWork,
  { plan, id, ifMatch, policy }: UpdateRequest,
  toWanted: (row: Row, record: WireRecord) => Promise<DesiredRecord>,
): Promise<Row> {
  const row = await findVisible(unit, plan, id, { lock: "noKeyUpdate" });
  assertMatches(ifMatch, row.row_version);
  const previous = await snapshot(unit, plan, row);
  const request = await prepareUpdate(unit, { plan, policy }, previous, await toWanted(row, previous.record));
  const updated = await writeRow(unit, plan, request);
  assertOwn(plan, unit.actor, updated);
  return updated;
}

/**
 * Prepares the write that turns a locked record into the desired one; `loadRows` may be a cache. Throws 422 with every
 * error, and 403 for what the caller may not change.
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
