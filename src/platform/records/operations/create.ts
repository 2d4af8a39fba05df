import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { readScalars } from "../../../core/validation/readScalars.ts";
import { asRecord } from "../../http/jsonText.ts";
import type { Row } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { writeRow } from "../unitOfWork/writeRow.ts";
import { resolveAliases } from "./aliases.ts";
import { validateInput } from "./validateInput.ts";
import { assertOwn, completeCreate, newValues, prepareBody } from "./writeInput.ts";

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
