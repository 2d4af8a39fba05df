import type { Json, ResourceDescriptor, Right, WireRecord } from "../../core/descriptor.ts";
import { notFound, PlatformError } from "../../core/errors.ts";
import { valuesFor } from "../../core/laterValues.ts";
import type { PlatformContext } from "../context.ts";
import { type Entry, isEnd, loadEntries, resourcesOfEntries } from "../history/entries.ts";
import { rightToReturn } from "../history/restorable.ts";
import { restoreAllEnded } from "../history/restoreEnded.ts";
import { wantedBack } from "../history/restoreEntry.ts";
import { valuesOf } from "../history/values.ts";
import { inHalves } from "../operations/inHalves.ts";
import { removeTogether } from "../operations/remove.ts";
import type { Wanted } from "../operations/update.ts";
import { type RecordChange, updateTogether } from "../operations/updateTogether.ts";
import { planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import type { OpenWork } from "../work/openWork.ts";
import type { StoredJob } from "./jobStore.ts";

type Context = Pick<PlatformContext, "assertCan" | "passwordPolicy" | "plans">;

/** A target that was refused, and the record it stands for. */
export interface Refused {
  readonly recordId: number;
  readonly resource: string;
  readonly refusal: PlatformError;
}

/** Does a part of a job. Returns what was refused, by target; all others are done. */
export async function carryOut(
  work: OpenWork,
  context: Context,
  job: Pick<StoredJob, "resource" | "action" | "changes">,
  targets: readonly number[],
): Promise<ReadonlyMap<number, Refused>> {
  if (job.action === "restore") return restoreEntries(work, context, targets);
  const plan = planOf(context.plans, job.resource);
  const refusals = await (job.action === "remove"
    ? removeAll(work, context, plan, targets)
    : changeAll(work, context, plan, targets, job.changes));
  return new Map([...refusals].map(([id, refusal]) => [id, { recordId: id, resource: plan.name, refusal }] as const));
}

/** The right that an action needs: terminating a record is an update. */
export function rightOf(action: string, { remove }: Pick<ResourceDescriptor, "remove">): Right {
  return action === "remove" && remove.by === "delete" ? "delete" : "update";
}

type Refusals = Map<number, PlatformError>;

async function changeAll(
  work: OpenWork,
  context: Context,
  plan: ResourcePlan,
  ids: readonly number[],
  values: Readonly<Record<string, Json>>,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const allowed = ids.filter((id) => isAllowed(refusals, id, () => assertMay(work, context, plan, "update", id)));
  const touched = new Set(Object.keys(values));
  const toWanted = (record: WireRecord): Wanted => ({
    body: { ...record, ...valuesFor(plan.descriptor, record, values, plan.timeZone) },
    touched,
  });
  const changes = allowed.map((id): RecordChange => ({ id, toWanted: (_, record) => toWanted(record) }));
  const refused = await updateTogether(work, { plan, policy: context.passwordPolicy }, changes);
  return new Map([...refusals, ...refused]);
}

function assertMay({ actor }: OpenWork, context: Context, plan: ResourcePlan, right: Right, id: number): void {
  context.assertCan(actor, plan.descriptor, right, id);
}

function isAllowed(refusals: Refusals, id: number, check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    refusals.set(id, error);
    return false;
  }
}

async function removeAll(
  work: OpenWork,
  context: Context,
  plan: ResourcePlan,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlatformError>> {
  const { remove } = plan.descriptor;
  if (remove.by === "status") return changeAll(work, context, plan, ids, { [remove.field]: remove.value });
  const refusals: Refusals = new Map();
  const allowed = ids.filter((id) => isAllowed(refusals, id, () => assertMay(work, context, plan, "delete", id)));
  return new Map([...refusals, ...(await removeTogether(work, plan, allowed))]);
}

/** Puts back what entries of the journal say, except for what was changed since. What is as before already is done. */
async function restoreEntries(
  work: OpenWork,
  context: Context,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, Refused>> {
  const refused = new Map<number, Refused>();
  const resources = await resourcesOfEntries(work.db, entryIds);
  for (const resource of new Set(resources.values())) {
    const ids = entryIds.filter((id) => resources.get(id) === resource);
    const plan = context.plans.get(resource);
    const entries = plan ? await loadEntries(work, plan, ids) : new Map<number, Entry>();
    const refuse = (id: number, refusal: PlatformError) => {
      if (refusal.code === "nothing_to_restore") return;
      refused.set(id, { recordId: entries.get(id)?.resource_id ?? 0, resource, refusal });
    };
    for (const id of ids) if (!entries.has(id)) refuse(id, notFound("journals", id));
    // Of two changes of a record, the later one is put back first.
    const inOrder = ids.flatMap((id) => entries.get(id) ?? []);
    if (plan) for (const wave of wavesOf(plan, inOrder)) await restoreWave(work, context, plan, wave, refuse);
  }
  return refused;
}

/** Neighbours that are restored together: of each record one change, or one end. */
function wavesOf({ descriptor }: ResourcePlan, entries: readonly Entry[]): Entry[][] {
  const waves: Entry[][] = [];
  for (const entry of entries) {
    const last = waves.at(-1);
    const isAlike = (other: Entry) => isEnd(descriptor, other) === isEnd(descriptor, entry);
    const isTwice = last?.some(({ resource_id }) => resource_id === entry.resource_id);
    if (last?.[0] && isAlike(last[0]) && !isTwice) last.push(entry);
    else waves.push([entry]);
  }
  return waves;
}

async function restoreWave(
  work: OpenWork,
  context: Context,
  plan: ResourcePlan,
  wave: readonly Entry[],
  refuse: (id: number, refusal: PlatformError) => void,
): Promise<void> {
  const { descriptor } = plan;
  const refusals: Refusals = new Map();
  const isEnded = wave[0] !== undefined && isEnd(descriptor, wave[0]);
  const right = isEnded ? rightToReturn(plan) : "update";
  const allowed = wave.filter(({ id, resource_id }) =>
    isAllowed(refusals, id, () => {
      context.assertCan(work.actor, descriptor, "read");
      context.assertCan(work.actor, descriptor, right, resource_id);
    }),
  );
  for (const [id, refusal] of refusals) refuse(id, refusal);
  if (isEnded) {
    const run = async (some: readonly Entry[]) => void (await restoreAllEnded(work, plan, some));
    return inHalves(work, allowed, run, ({ id }, refusal) => refuse(id, refusal));
  }
  const entryOf = new Map(allowed.map((entry) => [entry.resource_id, entry]));
  const changes = allowed.map((entry) => toRestore(work, plan, entry));
  for (const [id, refusal] of await updateTogether(work, { plan, policy: context.passwordPolicy }, changes))
    refuse(entryOf.get(id)?.id ?? 0, refusal);
}

function toRestore(work: OpenWork, plan: ResourcePlan, entry: Entry): RecordChange {
  const id = entry.resource_id;
  return {
    id,
    toWanted: (_, record) => {
      const wanted = wantedBack(valuesOf(plan, work.actor, entry, record).values, record, false);
      work.restores.set(`${plan.name} ${id}`, entry.id);
      return wanted;
    },
  };
}
