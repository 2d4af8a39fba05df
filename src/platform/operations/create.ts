import type { WireRecord } from "../../core/descriptor.ts";
import { validationFailed } from "../../core/errors.ts";
import type { PasswordPolicy } from "../../core/password.ts";
import { fieldError } from "../../core/validate.ts";
import type { Actor, Row } from "../entityHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { OpenWork } from "../work/openWork.ts";
import { writeRow } from "../work/writeRow.ts";
import { judge } from "./judge.ts";
import { asRecord, completeCreate, newValues } from "./writeInput.ts";

/** Stores a new record from a request's body. */
export async function createRecord(
  work: OpenWork,
  { plan, body, policy }: { readonly plan: ResourcePlan; readonly body: unknown; readonly policy: PasswordPolicy },
): Promise<Row> {
  const touched = new Set(Object.keys(asRecord(body)));
  const { prepare } = plan.hooks;
  const sent = asRecord(body);
  const prepared: WireRecord = prepare
    ? await prepare({ work, mode: "create", body: sent, touched, previous: undefined })
    : sent;
  const input = completeCreate(plan, work.actor, prepared);
  const record = await judge(work, { plan, plans: work.plans, policy, input });
  const row = await writeRow(work, { plan, input: record, touched, values: newValues(plan, record) });
  assertOwn(plan, work.actor, row);
  return row;
}

/** No caller bound to a reseller makes or leaves a row outside of it: whatever led there was not theirs to name. */
export function assertOwn(plan: ResourcePlan, actor: Actor, row: Row): void {
  const { scope } = plan.descriptor;
  if (scope === undefined || actor.resellerId === null || row[scope] === actor.resellerId) return;
  const source = plan.derivations.find(({ field }) => field === scope);
  throw validationFailed([
    fieldError(`/${source?.via ?? scope}`, "reference", { resource: source?.target ?? "resellers" }),
  ]);
}
