import type { Json, WireRecord } from "../../core/descriptor.ts";
import { notFound } from "../../core/errors.ts";
import type { JournalEntry, Work } from "../entityHooks.ts";
import { type ComputedPlan, findComputed, resellerOfComputed } from "./computedPlan.ts";

/** Deletes one computed record through its hook, and writes it to the journal. */
export async function removeComputed(work: Work, plan: ComputedPlan, id: string): Promise<void> {
  const record = await findComputed(work, plan, id);
  if (!record) throw notFound(plan.name, id);
  await plan.remove?.({ work, record });
  if (!plan.descriptor.journal) return;
  await work.journal({
    resource: plan.name,
    id,
    operation: "delete",
    resellerId: resellerOfComputed(work.actor, record),
    changes: asRemoved(plan, record),
  });
}

function asRemoved({ descriptor }: ComputedPlan, record: WireRecord): JournalEntry["changes"] {
  const shown = descriptor.fields.filter(({ name, secret }) => name !== "id" && !secret);
  const known = shown.flatMap(({ name }): [string, Json][] => {
    const before = record[name];
    return before === undefined || before === null ? [] : [[name, before]];
  });
  return Object.fromEntries(known.map(([name, before]) => [name, { before, after: null }]));
}
