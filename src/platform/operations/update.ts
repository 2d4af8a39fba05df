import { can } from "../../core/access.ts";
import type { WireRecord } from "../../core/descriptor.ts";
import { type FieldError, PlatformError } from "../../core/errors.ts";
import type { PasswordPolicy } from "../../core/password.ts";
import { readScalars } from "../../core/readScalars.ts";
import { statusField, statusRefusal } from "../../core/transitions.ts";
import { fieldError } from "../../core/validate.ts";
import type { Actor, Row } from "../entityHooks.ts";
import { assertMatches } from "../http/etag.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { findVisible } from "../query/visible.ts";
import type { OpenWork } from "../work/openWork.ts";
import { snapshot, writeRow } from "../work/writeRow.ts";
import { resolveAliases } from "./aliases.ts";
import { assertOwn, prepareBody } from "./create.ts";
import { validateInput } from "./validateInput.ts";
import { changeableValues, completeUpdate } from "./writeInput.ts";

export interface UpdateRequest {
  readonly plan: ResourcePlan;
  readonly id: number | undefined;
  readonly ifMatch: string | undefined;
  readonly policy: PasswordPolicy;
}

/** Shared by PUT and PATCH: the desired state of the stored record. */
export interface Wanted {
  readonly body: WireRecord;
  readonly touched: ReadonlySet<string>;
  /** Secrets that the request clears. */
  readonly emptied?: ReadonlySet<string>;
}

/** Updates one record; `toWanted` gets the row and the platform's own view of it. */
export async function updateRecord(
  work: OpenWork,
  { plan, id, ifMatch, policy }: UpdateRequest,
  toWanted: (row: Row, record: WireRecord) => Promise<Wanted>,
): Promise<Row> {
  const { actor } = work;
  const row = await findVisible(work, plan, id, { lock: "noKeyUpdate" });
  assertMatches(ifMatch, row.row_version);
  const { record } = await snapshot(work, plan, row);
  const { body: wanted, touched, emptied } = await toWanted(row, record);
  const sent = await resolveAliases(work, plan, readScalars(plan.descriptor.fields, wanted), record);
  const body = await prepareBody(plan, { work, mode: "update", body: sent, touched, previous: row });
  const { input, errors, kept } = completeUpdate(plan, actor, { body, row, record });
  assertStatus(plan, actor, row, input);
  const taken = [...kept].filter((name) => emptied?.has(name));
  const staying = new Set([...kept].filter((name) => !emptied?.has(name)));
  const valid = await validateInput(work, {
    plan,
    plans: work.plans,
    policy,
    input,
    previous: { row, record },
    kept: staying,
    errors: [...errors, ...taken.filter((name) => plan.fields.get(name)?.required).map(missing)],
  });
  const values = changeableValues(plan, valid, staying);
  const updated = await writeRow(work, plan, { input: valid, touched, previous: { row, record }, values });
  assertOwn(plan, actor, updated);
  return updated;
}

/** A secret may be omitted from an update, but a required one cannot be missing. */
function missing(name: string): FieldError {
  return fieldError(`/${name}`, "required");
}

/** Final and protected states, and the one that means removed: setting it requires the right to delete. */
function assertStatus(plan: ResourcePlan, actor: Actor, row: Row, input: WireRecord): void {
  const { descriptor } = plan;
  const field = statusField(descriptor);
  const current = row[field];
  if (typeof current !== "string") return;
  const next = input[field] ?? current;
  const refusal = statusRefusal(descriptor, { id: row.id, [field]: current }, String(next));
  if (refusal) throw refusal;
  const removed = descriptor.remove.by === "status" ? descriptor.remove.value : descriptor.removedStatus?.value;
  if (next === removed && next !== current && !can(actor, descriptor, "delete", { record: { id: row.id } })) {
    throw new PlatformError("forbidden");
  }
}
