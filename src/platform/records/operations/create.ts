import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { fieldError, validationFailed } from "../../../core/validation/errors.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { readScalars } from "../../../core/validation/readScalars.ts";
import { asRecord } from "../../http/jsonText.ts";
import type { Actor, PrepareEvent, Row } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { assertRules } from "../unitOfWork/businessRules.ts";
import type { OpenWork } from "../unitOfWork/unitOfWork.ts";
import { writeRow } from "../unitOfWork/writeRow.ts";
import { resolveAliases } from "./aliases.ts";
import { validateInput } from "./validateInput.ts";
import { completeCreate, newValues } from "./writeInput.ts";

export async function createRecord(
  work: OpenWork,
  {
    plan,
    body: given,
    policy,
  }: { readonly plan: ResourcePlan; readonly body: unknown; readonly policy: PasswordPolicy },
): Promise<Row> {
  const { input, touched } = await readNew(work, plan, asRecord(given));
  const record = await validateInput(work, { plan, plans: work.plans, policy, input });
  const row = await writeRow(work, plan, { input: record, touched, values: newValues(plan, record) });
  assertOwn(plan, work.actor, row);
  return row;
}

/** The body of a new record, to be validated, and the fields that it names. */
export async function readNew(work: OpenWork, plan: ResourcePlan, given: WireRecord) {
  const read = readScalars(plan.descriptor.fields, given);
  const touched: ReadonlySet<string> = new Set(Object.keys(read));
  const sent = await resolveAliases(work, plan, read);
  const body = await prepareBody(plan, { work, mode: "create", body: sent, touched, previous: undefined });
  return { input: completeCreate(plan, work.actor, body), touched };
}

/** A body after the resource's own rules and completion, to be validated. */
export async function prepareBody({ hooks }: ResourcePlan, event: PrepareEvent): Promise<WireRecord> {
  await assertRules(hooks, "prepare", event);
  return hooks.prepare ? hooks.prepare(event) : event.body;
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
