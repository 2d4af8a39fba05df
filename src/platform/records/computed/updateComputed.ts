import { can, isGuarded } from "../../../core/access/access.ts";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { notFound, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { defaultsOf, normalizeRecord } from "../../../core/validation/normalizeRecord.ts";
import { validateRecord } from "../../../core/validation/validateRecord.ts";
import type { HookContext, NewJournalEntry } from "../../resourceHooks.ts";
import { isSameField } from "../plan/columns.ts";
import { type ComputedPlan, findComputed, resellerOfComputed } from "./computedPlan.ts";

/** Changes one computed record through its hook, and returns it; `toBody` gets the record as the caller sees it. */
export async function updateComputed(
  context: HookContext,
  plan: ComputedPlan,
  id: string,
  toBody: (record: WireRecord) => WireRecord,
): Promise<WireRecord> {
  const { descriptor, module, name } = plan;
  const record = await findComputed(context, plan, id);
  if (!record) throw notFound(name, id);
  const sent = normalizeRecord(descriptor.fields, toBody(record));
  for (const field of descriptor.fields) {
    if (!isGuarded(field) || can(context.actor, descriptor, "update", { field })) continue;
    if (!isSameField(sent, record, field.name)) throw new PlatformError("forbidden");
  }
  const body = { ...defaultsOf(descriptor.fields), ...sent };
  const { record: input, errors } = validateRecord(module, body, { mode: "update", related: () => undefined });
  if (errors.length > 0) throw validationFailed(errors);
  await plan.update?.({ context, record, input });
  const after = (await findComputed(context, plan, id)) ?? record;
  if (descriptor.journal) {
    const changed = descriptor.fields.filter((field) => !field.readOnly && !isSameField(record, after, field.name));
    await context.journal({
      resource: name,
      id,
      operation: "update",
      resellerId: resellerOfComputed(context.actor, record),
      changes: Object.fromEntries(
        changed.map((field) => [field.name, { before: record[field.name] ?? null, after: after[field.name] ?? null }]),
      ),
    });
  }
  return after;
}

/** Deletes one computed record through its hook, and writes it to the journal. */
export async function removeComputed(context: HookContext, plan: ComputedPlan, id: string): Promise<void> {
  const record = await findComputed(context, plan, id);
  if (!record) throw notFound(plan.name, id);
  await plan.remove?.({ context, record });
  if (!plan.descriptor.journal) return;
  await context.journal({
    resource: plan.name,
    id,
    operation: "delete",
    resellerId: resellerOfComputed(context.actor, record),
    changes: removalChanges(plan, record),
  });
}

function removalChanges({ descriptor }: ComputedPlan, record: WireRecord): NewJournalEntry["changes"] {
  const readableFields = descriptor.fields.filter(({ name, secret }) => name !== "id" && !secret);
  const values = readableFields.flatMap(({ name }): [string, Json][] => {
    const before = record[name];
    return before === undefined || before === null ? [] : [[name, before]];
  });
  return Object.fromEntries(values.map(([name, before]) => [name, { before, after: null }]));
}
