import type { WireRecord } from "../../core/descriptor.ts";
import { validationFailed } from "../../core/errors.ts";
import type { PasswordPolicy } from "../../core/password.ts";
import { readScalars } from "../../core/readScalars.ts";
import { fieldError } from "../../core/validate.ts";
import type { Actor, Row } from "../entityHooks.ts";
import { asRecord } from "../http/jsonText.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { OpenWork } from "../work/openWork.ts";
import { writeRow } from "../work/writeRow.ts";
import { resolveAliases } from "./aliases.ts";
import { validateInput } from "./validateInput.ts";
import { completeCreate, newValues } from "./writeInput.ts";

/** Creates a record from a request body. */
export async function createRecord(
  work: OpenWork,
  { plan, body, policy }: { readonly plan: ResourcePlan; readonly body: unknown; readonly policy: PasswordPolicy },
): Promise<Row> {
  const read = readScalars(plan.descriptor.fields, asRecord(body));
  const touched = new Set(Object.keys(read));
  const { prepare } = plan.hooks;
  const sent = await resolveAliases(work, plan, read);
  const prepared: WireRecord = prepare
    ? await prepare({ work, mode: "create", body: sent, touched, previous: undefined })
    : sent;
  const input = completeCreate(plan, work.actor, prepared);
  const record = await validateInput(work, { plan, plans: work.plans, policy, input });
  const row = await writeRow(work, plan, { input: record, touched, values: newValues(plan, record) });
  assertOwn(plan, work.actor, row);
  return row;
}

/** Callers bound to a reseller neither create rows outside of it nor move rows there. */
export function assertOwn(plan: ResourcePlan, actor: Actor, row: Row): void {
  const { scope } = plan.descriptor;
  if (scope === undefined || actor.resellerId === null || row[scope] === actor.resellerId) return;
  const source = plan.derivations.find(({ field }) => field === scope);
  throw validationFailed([
    fieldError(`/${source?.via ?? scope}`, "reference", { resource: source?.target ?? "resellers" }),
  ]);
}
