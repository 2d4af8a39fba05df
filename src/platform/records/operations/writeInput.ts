import { sql } from "kysely";
import { can } from "../../../core/access/access.ts";
import type { FieldDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { commonPasswordsFor } from "../../../core/validation/commonPasswords.ts";
import type { ConditionContext } from "../../../core/validation/conditions.ts";
import { type FieldError, fieldError, validationFailed } from "../../../core/validation/errors.ts";
import { withNormalForms } from "../../../core/validation/normalForm.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { distinctErrors, validateRecord } from "../../../core/validation/validateRecord.ts";
import type { Actor, ReadContext, Row, ValidateEvent } from "../../resourceHooks.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { byValue, whereAll } from "../query/selectRows.ts";
import { duplicateError } from "../unitOfWork/constraints.ts";
import { assertRules } from "../unitOfWork/writeRow.ts";
import { type LoadRows, loadReferenced } from "./references.ts";

/** A body after the resource's own rules and completion, to be validated. */
export async function prepareBody({ hooks }: ResourcePlan, event: ValidateEvent): Promise<WireRecord> {
  await assertRules(hooks, "beforeValidate", event);
  return hooks.beforeValidate ? hooks.beforeValidate(event) : event.body;
}

/** The scope field of a row, when a caller bound to a reseller has no choice about it. */
export function forcedScope(
  plan: ResourcePlan,
  actor: Actor,
): { readonly name: string; readonly value: number } | undefined {
  const field = plan.fields.get(plan.descriptor.scope ?? "");
  if (!field || field.derive || field.internal || field.readOnly || actor.resellerId === null) return undefined;
  return { name: field.name, value: actor.resellerId };
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

interface ValidationInput {
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
interface CheckedInput {
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
    previous: previous?.record,
    can: (...asked) => can(context.actor, ...asked),
    passwordPolicy: policy,
    isCommonPassword: await commonPasswordsFor(plan.descriptor, input),
  });
  const record = withNormalForms(plan.descriptor.fields, validated, conditionContext);
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

interface Candidate {
  /** The record's values, with those of its derived columns. */
  readonly values: WireRecord;
  readonly previous?: Row;
  /** Invalid fields: their values must not be queried. */
  readonly invalidFields: ReadonlySet<string>;
}

/** An error at each field whose value another record already has. */
export async function uniqueErrors(
  { db }: Pick<ReadContext, "db">,
  plan: ResourcePlan,
  { values, previous, invalidFields }: Candidate,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const { field, names } of uniquesOf(plan)) {
    if (names.some((name) => invalidFields.has(name))) continue;
    const key = names.map((name) => values[name] ?? previous?.[name] ?? null);
    if (!isUniqueKeyEnforced(field, key) || (previous && names.every((name, index) => previous[name] === key[index])))
      continue;
    const conditions = names.map((name, index) => byValue(plan, name, key[index]));
    if (previous) conditions.push(sql<boolean>`${sql.ref(`${rootAlias}.id`)} <> ${previous.id}`);
    const table = sql`${sql.table(plan.table)} as ${sql.ref(rootAlias)}`;
    const query = sql`select 1 from ${table} ${whereAll([...conditions, ...plan.own, ...plan.notHidden])} limit 1`;
    if ((await query.execute(db)).rows.length > 0) errors.push(duplicateError(field, `/${field.name}`));
  }
  return errors;
}

/** The unique fields that requests write, each with the fields of its key. */
export function uniquesOf(
  plan: ResourcePlan,
): { readonly field: FieldDescriptor; readonly names: readonly string[] }[] {
  return [...plan.stored.values()].flatMap(({ field }) =>
    field.unique && !field.internal && !field.readOnly ? [{ field, names: [field.name, ...field.unique] }] : [],
  );
}

/** Whether no other record may have the key. As in its index, nulls are distinct, unless they count. */
export function isUniqueKeyEnforced(
  { nullsNotDistinct }: Pick<FieldDescriptor, "nullsNotDistinct">,
  key: readonly unknown[],
): boolean {
  return nullsNotDistinct === true || !key.includes(null);
}
