import { isDeepStrictEqual } from "node:util";
import { isLoginPassword } from "../../core/commonPasswords.ts";
import type { WireRecord } from "../../core/descriptor.ts";
import { hashSecret } from "../auth/secrets.ts";
import type { Row, WriteEvent } from "../entityHooks.ts";
import { keepFiles, takeFiles } from "../files/fileStore.ts";
import { presentRows } from "../operations/present.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { byId } from "../query/byId.ts";
import { deriveValues, propagate } from "./derive.ts";
import { eraseWithEnded } from "./eraseWithEnded.ts";
import { changesBetween, resellerOf, type Snapshot } from "./journal.ts";
import type { OpenWork } from "./openWork.ts";
import { forgetSettings } from "./settings.ts";
import { changedValues, insertRow, selectRows, updateRow } from "./store.ts";

export interface WriteRequest {
  readonly plan: ResourcePlan;
  /** The validated record. */
  readonly input: WireRecord;
  readonly touched: ReadonlySet<string>;
  /** Absent: a new row. */
  readonly previous?: Row;
  readonly values: Record<string, unknown>;
}

/**
 * The one way a row is stored: hooks, derived columns, hashed secrets, the row, its copies elsewhere and its journal
 * entry, all in the transaction of the work. Returns the row as it is at the end.
 */
export async function writeRow(work: OpenWork, { plan, input, touched, previous, values }: WriteRequest): Promise<Row> {
  const { db } = work;
  const before = previous && (await snapshot(work, plan, previous));
  const mode = previous ? "update" : "create";
  const event: WriteEvent = { work, mode, descriptor: plan.descriptor, input, touched, previous, values };
  await plan.hooks.beforeWrite?.(event);
  await deriveValues(db, work.plans, plan, values, previous);
  const files = takeFiles(plan, values);
  const changed = previous ? changedValues(plan, previous, values) : values;
  await hashSecrets(plan, changed);
  const hasStored = Object.keys(changed).length > 0;
  const row = !previous
    ? await insertRow(db, plan, changed)
    : hasStored
      ? await updateRow(db, plan, previous, changed)
      : previous;
  work.noteWrite(plan.name);
  await keepFiles(db, plan, row.id, files);
  if (previous) {
    for (const column of Object.keys(changed)) await propagate(db, plan, [row.id], column, row[column]);
  }
  await plan.hooks.afterWrite?.({ ...event, row });
  if (previous) await eraseWithEnded(work, plan, previous, row);
  const final = plan.hooks.afterWrite ? await reload(work, plan, row) : row;
  const after = await snapshot(work, plan, final);
  if (before && !hasStored) {
    if (!hasComputedChange(plan, before, after)) return final;
    await note(work, plan, before, after);
    return updateRow(db, plan, row, {});
  }
  await note(work, plan, before, after);
  return final;
}

/** Values without a column of their own are the hook's to store, yet they make another version of the record. */
function hasComputedChange(plan: ResourcePlan, before: Snapshot, after: Snapshot): boolean {
  return plan.descriptor.fields.some(
    ({ name, computed, readOnly }) =>
      computed && !readOnly && !isDeepStrictEqual(before.record[name] ?? null, after.record[name] ?? null),
  );
}

/**
 * What people log in with is stored as a hash. A SIP password can not be, the digest of SIP needs its clear text
 * (docs/decisions/0005-secrets-at-rest.md).
 */
async function hashSecrets(plan: ResourcePlan, values: Record<string, unknown>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = plan.fields.get(name);
    if (field && typeof value === "string" && isLoginPassword(plan.name, field)) values[name] = await hashSecret(value);
  }
}

async function reload({ db }: OpenWork, plan: ResourcePlan, row: Row): Promise<Row> {
  const [found] = await selectRows(db, plan, [byId(row.id)]);
  return found ?? row;
}

async function note(work: OpenWork, plan: ResourcePlan, before: Snapshot | undefined, after: Snapshot): Promise<void> {
  const { row } = after;
  const isGone = before && !isHidden(plan, before.row) && isHidden(plan, row);
  if (isGone) await forgetSettings(work, plan, row.id);
  if (!plan.descriptor.journal) return;
  await work.journal({
    resource: plan.name,
    id: row.id,
    operation: isGone ? "delete" : before ? "update" : "create",
    resellerId: resellerOf(plan, row),
    changes: changesBetween(plan, before, after),
  });
}

export async function snapshot(work: OpenWork, plan: ResourcePlan, row: Row): Promise<Snapshot> {
  const [record = {}] = await presentRows(work, plan, [row], "platform");
  return { row, record };
}

function isHidden({ descriptor: { hiddenWhen } }: ResourcePlan, row: Row): boolean {
  return hiddenWhen?.values.includes(String(row[hiddenWhen.field])) ?? false;
}
