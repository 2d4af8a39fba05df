import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { commonPasswordsFor } from "../../../core/validation/commonPasswords.ts";
import type { ConditionContext } from "../../../core/validation/conditions.ts";
import { type FieldError, validationFailed } from "../../../core/validation/errors.ts";
import { normalRecord } from "../../../core/validation/normalForm.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { distinctErrors, validateRecord } from "../../../core/validation/validateRecord.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { uniqueErrors } from "../unitOfWork/uniqueness.ts";
import { type LoadRows, loadReferenced } from "./references.ts";

export interface ValidationInput {
  readonly plan: ResourcePlan;
  readonly plans: Plans;
  readonly policy: PasswordPolicy;
  readonly input: WireRecord;
  /** Absent: a new record. */
  readonly previous?: { readonly row: Row; readonly record: WireRecord };
  /** Secrets that keep their stored value: they are not missing. */
  readonly keptFields?: ReadonlySet<string>;
  /** Errors found earlier. */
  readonly errors?: readonly FieldError[];
}

/** Validation results that do not depend on uniqueness. */
export interface CheckedInput {
  /** The normalised input. */
  readonly record: WireRecord;
  /** The record with the derived columns copied from referenced records. */
  readonly values: WireRecord;
  readonly errors: readonly FieldError[];
}

/** The record to store; throws 422 with every error. `loadRows` may be a cache. */
export async function validateInput(
  context: Pick<ReadContext, "db" | "actor">,
  candidate: ValidationInput,
  loadRows?: LoadRows,
): Promise<WireRecord> {
  const { plan, previous } = candidate;
  const { record, values, errors } = await checkInput(context, candidate, loadRows);
  const invalidFields = new Set(errors.map(({ pointer }) => pointer.split("/")[1] ?? ""));
  const allErrors = [
    ...errors,
    ...(await uniqueErrors(context, plan, { values, previous: previous?.row, invalidFields })),
  ];
  if (allErrors.length > 0) throw validationFailed(allErrors);
  return record;
}

/** Validates a record and its references; `loadRows` may be a cache. */
export async function checkInput(
  context: Pick<ReadContext, "db" | "actor">,
  candidate: ValidationInput,
  loadRows?: LoadRows,
): Promise<CheckedInput> {
  const { plan, plans, policy, input, previous, keptFields, errors = [] } = candidate;
  const referenced = await loadReferenced(context, {
    plans,
    plan,
    record: input,
    previous: previous?.record,
    loadRows,
  });
  const conditionContext: ConditionContext = { mode: previous ? "update" : "create", related: referenced.related };
  const { record: validated, errors: broken } = validateRecord(plan.module, input, {
    ...conditionContext,
    passwordPolicy: policy,
    isCommonPassword: await commonPasswordsFor(plan.descriptor, input),
  });
  const record = normalRecord(plan.descriptor.fields, validated, conditionContext);
  const values: WireRecord = { ...record };
  for (const { field, via, source } of plan.derivations) {
    const isSame = previous !== undefined && record[via] === previous.record[via];
    values[field] = (isSame ? previous.row[field] : referenced.row(via, record)?.[source]) ?? null;
  }
  return {
    record,
    values,
    errors: [
      ...errors,
      ...broken.filter((error) => !(error.rule === "required" && isStored(error, keptFields, previous?.row))),
      // Several references may be limited by the same one, where the error is.
      ...distinctErrors(referenced.errorsOf(values)),
    ],
  };
}

function isStored({ pointer }: FieldError, keptFields: ReadonlySet<string> | undefined, row: Row | undefined): boolean {
  const name = pointer.slice(1);
  return keptFields?.has(name) === true && row?.[name] !== null && row?.[name] !== undefined;
}
