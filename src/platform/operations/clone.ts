import type { WireRecord } from "../../core/descriptor.ts";
import { PlatformError } from "../../core/errors.ts";
import type { PasswordPolicy } from "../../core/password.ts";
import type { Row } from "../entityHooks.ts";
import { planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import { copyPreferences } from "../preferences/preferenceStore.ts";
import { findVisible } from "../query/visible.ts";
import type { OpenWork } from "../work/openWork.ts";
import { snapshot, writeRow } from "../work/writeRow.ts";
import { createRecord } from "./create.ts";

export interface CloneRequest {
  readonly plan: ResourcePlan;
  readonly id: number | undefined;
  /** Overrides for the copy; without a name it gets the original's with the resource's suffix. */
  readonly given: WireRecord;
  readonly policy: PasswordPolicy;
}

/** Copies a record with everything it owns; the copy is validated like any new record. */
export async function cloneRecord(work: OpenWork, { plan, id, given, policy }: CloneRequest): Promise<Row> {
  const { clone } = plan.descriptor;
  if (!clone) throw new PlatformError("unknown_path");
  const original = await findVisible(work, plan, id);
  const { record } = await snapshot(work, plan, original);
  const body: WireRecord = { ...withoutComputed(plan, record), [clone.field]: `${record[clone.field]}${clone.suffix}` };
  for (const field of clone.without ?? []) delete body[field];
  Object.assign(body, withoutComputed(plan, given));
  const copy = await createRecord(work, { plan, body, policy });
  await copyPreferences(work.db, plan.name, original.id, copy.id);
  await copyChildren(work, plan, original.id, copy.id);
  return copy;
}

/** Hooks compute these from the children, which are copied separately. */
function withoutComputed(plan: ResourcePlan, record: WireRecord): WireRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !plan.fields.get(name)?.computed));
}

async function copyChildren(work: OpenWork, plan: ResourcePlan, originalId: number, copyId: number): Promise<void> {
  for (const resource of plan.descriptor.clone?.children ?? []) {
    const by = plan.descriptor.children.find((child) => child.resource === resource)?.by;
    if (by === undefined) throw new Error(`${plan.name} clones ${resource}, which is not its child`);
    const child = planOf(work.plans, resource);
    for (const row of inOrder(child, await work.find(resource, { [by]: originalId }))) {
      const copy = await copyRow(work, child, row, { [by]: copyId });
      await copyPreferences(work.db, child.name, row.id, copy.id);
      await copyChildren(work, child, row.id, copy.id);
    }
  }
}

/** An owned record was valid when stored, so its copy is stored as it is, secrets included. */
async function copyRow(work: OpenWork, plan: ResourcePlan, row: Row, changes: WireRecord): Promise<Row> {
  const { record } = await snapshot(work, plan, row);
  const input = { ...withoutComputed(plan, record), ...changes };
  const values: Record<string, unknown> = {};
  for (const { field } of plan.stored.values()) {
    if (field.name !== "id" && !field.derive) values[field.name] = changes[field.name] ?? row[field.name];
  }
  return writeRow(work, plan, { input, touched: new Set(Object.keys(input)), values });
}

function inOrder(plan: ResourcePlan, rows: readonly Row[]): Row[] {
  const by = plan.descriptor.order?.by;
  return by === undefined ? [...rows] : [...rows].sort((a, b) => Number(a[by]) - Number(b[by]) || a.id - b.id);
}
