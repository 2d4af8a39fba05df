import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { FieldError } from "../../../core/validation/errors.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { buildDuplicateCheck } from "../../records/csv/csvDuplicates.ts";
import { recordErrorsOf } from "../../records/csv/csvImport.ts";
import { newValues, readNewRecord } from "../../records/operations/create.ts";
import type { Loader } from "../../records/operations/loader.ts";
import { assertOwn, checkInput } from "../../records/operations/writeInput.ts";
import type { ResourcePlan } from "../../records/plan/resourcePlan.ts";
import type { UnitOfWork } from "../../records/unitOfWork/unitOfWork.ts";
import { type WriteRequest, writeRows } from "../../records/unitOfWork/writeRow.ts";
import type { Row } from "../../resourceHooks.ts";

/** The body of a new record, and a number that tells it from the others. */
export interface NewRecord {
  readonly key: number;
  readonly body: WireRecord;
}

interface CreatedRecords {
  /** By key; only complete if there are no errors. */
  readonly rows: ReadonlyMap<number, Row>;
  readonly errors: ReadonlyMap<number, readonly FieldError[]>;
}

/**
 * Creates many records as requests for each of them would: the same rules, hooks and journal, with far fewer
 * statements. Nothing is stored if any of them is refused; what only shows while storing is thrown.
 */
export async function makeRecords(
  unit: UnitOfWork,
  plan: ResourcePlan,
  records: readonly NewRecord[],
  { load, policy }: { readonly load: Loader; readonly policy: PasswordPolicy },
): Promise<CreatedRecords> {
  const errors = new Map<number, readonly FieldError[]>();
  const requests: { readonly key: number; readonly request: WriteRequest; readonly values: WireRecord }[] = [];
  for (const { key, body } of records) {
    const fieldErrors = await recordErrorsOf(async () => {
      const { input, sentFields } = await readNewRecord(unit, plan, body);
      const checked = await checkInput(unit, { plan, plans: unit.plans, policy, input }, load);
      if (checked.errors.length > 0) return checked.errors;
      const request = { input: checked.record, sentFields, values: newValues(plan, checked.record) };
      requests.push({ key, request, values: checked.values });
      return [];
    });
    if (fieldErrors.length > 0) errors.set(key, fieldErrors);
  }
  const twice = buildDuplicateCheck({ plan, context: unit });
  const candidates = requests.map(({ key, values }) => ({ line: key, values }));
  for (const [key, found] of await twice.among(candidates)) errors.set(key, found);
  if (errors.size > 0 || requests.length === 0) return { rows: new Map(), errors };
  const rows = await writeRows(
    unit,
    plan,
    requests.map(({ request }) => request),
  );
  for (const row of rows) {
    assertOwn(plan, unit.actor, row);
    load.know(plan, row);
  }
  return { rows: new Map(rows.map((row, index) => [requests[index]?.key ?? 0, row])), errors };
}
