import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { fieldError, validationFailed } from "../../../core/validation/errors.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { readScalars } from "../../../core/validation/readScalars.ts";
import { asRecord } from "../../http/jsonText.ts";
import type { Actor, Row, ValidateEvent } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { assertRules } from "../unitOfWork/businessRules.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { writeRow } from "../unitOfWork/writeRow.ts";
import { resolveAliases } from "./aliases.ts";
import { validateInput } from "./validateInput.ts";
import { completeCreate, newValues } from "./writeInput.ts";

export async function createRecord(
  unit: UnitOfWork,
  { plan, body, policy }: { readonly plan: ResourcePlan; readonly body: unknown; readonly policy: PasswordPolicy },
): Promise<Row> {
  const { input, sentFields } = await readNewRecord(unit, plan, asRecord(body));
  const record = await validateInput(unit, { plan, plans: unit.plans, policy, input });
  const row = await writeRow(unit, plan, { input: record, sentFields, values: newValues(plan, record) });
  assertOwn(plan, unit.actor, row);
  return row;
}

/** The body of a new record, to be validated, and the fields that it names. */
export async function readNewRecord(unit: UnitOfWork, plan: ResourcePlan, record: WireRecord) {
  const read = readScalars(plan.descriptor.fields, record);
  const sentFields: ReadonlySet<string> = new Set(Object.keys(read));
  const sent = await resolveAliases(unit, plan, read);
  const body = await prepareBody(plan, { context: unit, mode: "create", body: sent, sentFields, previous: undefined });
  return { input: completeCreate(plan, unit.actor, body), sentFields };
}

/** A body after the resource's own rules and completion, to be validated. */
export async function prepareBody({ hooks }: ResourcePlan, event: ValidateEvent): Promise<WireRecord> {
  await assertRules(hooks, "beforeValidate", event);
  return hooks.beforeValidate ? hooks.beforeValidate(event) : event.body;
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
