import type { Json, ResourceDescriptor, Right } from "../../core/descriptor.ts";
import { PlatformError } from "../../core/errors.ts";
import type { PlatformContext } from "../context.ts";
import { type Entry, entryKeys, isEnd, loadEntry } from "../history/entries.ts";
import { rightToReturn } from "../history/restorable.ts";
import { restoreEnded } from "../history/restoreEnded.ts";
import { wantedBack } from "../history/restoreEntry.ts";
import { valuesOf } from "../history/values.ts";
import { removeRecord } from "../operations/remove.ts";
import { updateRecord, type Wanted } from "../operations/update.ts";
import { inSavepoint, type RecordChange, updateTogether } from "../operations/updateTogether.ts";
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
    ? removeEach(work, context, plan, targets)
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
  const toWanted = withValues(values);
  const changes = allowed.map((id): RecordChange => ({ id, toWanted: (_, record) => toWanted(record) }));
  const refused = await updateTogether(work, { plan, policy: context.passwordPolicy }, changes);
  return new Map([...refusals, ...refused]);
}

function withValues(values: Readonly<Record<string, Json>>): (record: Wanted["body"]) => Wanted {
  const touched = new Set(Object.keys(values));
  return (record) => ({ body: { ...record, ...values }, touched });
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

/** Each by itself: what goes with a record comes back with it alone. */
async function removeEach(
  work: OpenWork,
  context: Context,
  plan: ResourcePlan,
  ids: readonly number[],
): Promise<Refusals> {
  const { remove } = plan.descriptor;
  const refusals: Refusals = new Map();
  for (const id of ids) {
    work.beginUnit();
    const refusal = await inSavepoint(work, async () => {
      assertMay(work, context, plan, rightOf("remove", plan.descriptor), id);
      if (remove.by === "delete") return removeRecord(work, { plan, id, ifMatch: undefined, query: new Map() });
      const toWanted = withValues({ [remove.field]: remove.value });
      const request = { plan, id, ifMatch: undefined, policy: context.passwordPolicy };
      await updateRecord(work, request, async (_, record) => toWanted(record));
    });
    if (refusal) refusals.set(id, refusal);
  }
  return refusals;
}

/** Puts back what entries of the journal say, except for what was changed since. What is as before already is done. */
async function restoreEntries(
  work: OpenWork,
  context: Context,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, Refused>> {
  const refused = new Map<number, Refused>();
  const keys = await entryKeys(work.db, entryIds);
  let waiting: { readonly plan: ResourcePlan; readonly entries: Map<number, Entry> } | undefined;
  const refuse = (entryId: number, refusal: PlatformError) => {
    const { resource = "", id: recordId = 0 } = keys.get(entryId) ?? {};
    if (refusal.code !== "nothing_to_restore") refused.set(entryId, { recordId, resource, refusal });
  };
  const flush = async () => {
    if (!waiting) return;
    const { plan, entries } = waiting;
    waiting = undefined;
    work.beginUnit();
    const changes = [...entries].map(([id, entry]) => toRestore(work, plan, id, entry));
    const refusals = await updateTogether(work, { plan, policy: context.passwordPolicy }, changes);
    for (const [id, refusal] of refusals) refuse(entries.get(id)?.id ?? 0, refusal);
  };
  for (const entryId of entryIds) {
    const key = keys.get(entryId);
    const plan = key && context.plans.get(key.resource);
    if (!key || !plan) {
      refuse(entryId, new PlatformError("not_restorable"));
      continue;
    }
    const { id } = key;
    let ended: Entry | undefined;
    const refusal = await inSavepoint(work, async () => {
      context.assertCan(work.actor, plan.descriptor, "read");
      const entry = await loadEntry(work, plan, id, entryId);
      if (isEnd(plan.descriptor, entry)) {
        context.assertCan(work.actor, plan.descriptor, rightToReturn(plan), id);
        ended = entry;
        return;
      }
      assertMay(work, context, plan, "update", id);
      // Of two changes of a record, the later one is put back first.
      if (waiting && (waiting.plan !== plan || waiting.entries.has(id))) await flush();
      waiting ??= { plan, entries: new Map() };
      waiting.entries.set(id, entry);
    });
    if (refusal) refuse(entryId, refusal);
    if (!ended) continue;
    const entry: Entry = ended;
    await flush();
    work.beginUnit();
    const stays = await inSavepoint(work, async () => void (await restoreEnded(work, plan, entry)));
    if (stays) refuse(entryId, stays);
  }
  await flush();
  return refused;
}

function toRestore(work: OpenWork, plan: ResourcePlan, id: number, entry: Entry): RecordChange {
  return {
    id,
    toWanted: (_, record) => {
      const wanted = wantedBack(valuesOf(plan, work.actor, entry, record).values, record, false);
      work.restores.set(`${plan.name} ${id}`, entry.id);
      return wanted;
    },
  };
}
