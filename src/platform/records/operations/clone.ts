import { clonedNames } from "../../../core/schema/clonedNames.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { copyPreferences } from "../../preferences/preferenceStore.ts";
import type { ColumnValues, Row } from "../../resourceHooks.ts";
import { planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import { findVisible } from "../query/selectRows.ts";
import { inSlices } from "../unitOfWork/store.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { snapshot, snapshots, type WriteRequest, writeRows } from "../unitOfWork/writeRow.ts";
import { createRecord } from "./create.ts";
import { positionIn } from "./move.ts";

interface CloneRequest {
  readonly plan: ResourcePlan;
  readonly id: number | undefined;
  /** Overrides for the copy; without names it gets the original's with the resource's suffix. */
  readonly overrides: WireRecord;
  readonly policy: PasswordPolicy;
}

/** Copies a record with everything it owns; the copy is validated like any new record. */
export async function cloneRecord(unit: UnitOfWork, { plan, id, overrides, policy }: CloneRequest): Promise<Row> {
  const { clone } = plan.descriptor;
  if (!clone) throw new PlatformError("unknown_path");
  const original = await findVisible(unit, plan, id);
  const { record } = await snapshot(unit, plan, original);
  const body: WireRecord = { ...withoutComputed(plan, record), ...clonedNames(plan.descriptor, record) };
  for (const field of clone.resetFields ?? []) delete body[field];
  Object.assign(body, withoutComputed(plan, overrides));
  const copy = await createRecord(unit, { plan, body, policy });
  await copyPreferences(unit.db, plan.name, original.id, copy.id);
  await copyChildren(unit, plan, [original.id], new Map([[plan.name, new Map([[original.id, copy.id]])]]));
  return copy;
}

/** Hooks compute these from the children, which are copied separately. */
function withoutComputed(plan: ResourcePlan, record: WireRecord): WireRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !plan.fields.get(name)?.computed));
}

/** Ids of copies by those of their originals, of each resource. */
type Copies = Map<string, Map<number, number>>;

async function copyChildren(
  unit: UnitOfWork,
  plan: ResourcePlan,
  originals: readonly number[],
  copies: Copies,
): Promise<void> {
  for (const resource of plan.descriptor.clone?.children ?? []) {
    const by = plan.descriptor.children.find((child) => child.resource === resource)?.reference;
    if (by === undefined) throw new Error(`${plan.name} clones ${resource}, which is not its child`);
    const child = planOf(unit.plans, resource);
    const copied = copies.get(resource) ?? new Map<number, number>();
    copies.set(resource, copied);
    for (const original of originals) {
      const owned = sortByPosition(child, await unit.findBy(resource, { [by]: original }));
      await inSlices(unit, owned, async (rows) => {
        for (const [index, copy] of (await copyRows(unit, child, rows, copies)).entries()) {
          const { id } = rows[index] ?? copy;
          copied.set(id, copy.id);
          await copyPreferences(unit.db, child.name, id, copy.id);
        }
      });
      await copyChildren(
        unit,
        child,
        owned.map(({ id }) => id),
        copies,
      );
    }
  }
}

/**
 * An owned record was valid when stored, so its copy is stored as it is, secrets included. Where it refers to a record
 * that was copied, its copy refers to the copy.
 */
async function copyRows(
  unit: UnitOfWork,
  plan: ResourcePlan,
  rows: readonly Row[],
  copies: Copies,
): Promise<readonly Row[]> {
  const requests = (await snapshots(unit, plan, rows)).map(({ row, record }): WriteRequest => {
    const values: ColumnValues = {};
    const input = withoutComputed(plan, record);
    for (const { field } of plan.stored.values()) {
      const { name, derive, reference } = field;
      if (name === "id" || derive) continue;
      const id = row[name];
      const copy = reference && typeof id === "number" ? copies.get(reference.resource)?.get(id) : undefined;
      values[name] = copy ?? row[name];
      if (copy !== undefined) input[name] = copy;
    }
    return { input, sentFields: new Set(Object.keys(input)), values };
  });
  return writeRows(unit, plan, requests);
}

function sortByPosition(plan: ResourcePlan, rows: readonly Row[]): Row[] {
  const by = plan.descriptor.reorder?.field;
  return by === undefined ? [...rows] : [...rows].sort((a, b) => positionIn(a, by) - positionIn(b, by) || a.id - b.id);
}
