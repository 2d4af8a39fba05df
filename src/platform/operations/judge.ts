import type { RawBuilder } from "kysely";
import { commonPasswordsFor } from "../../core/commonPasswords.ts";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import { type FieldError, validationFailed } from "../../core/errors.ts";
import type { PasswordPolicy } from "../../core/password.ts";
import { validateRecord } from "../../core/validate.ts";
import type { Reading, Row } from "../entityHooks.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { type LoadRows, loadReferenced } from "./references.ts";
import { strangerErrors } from "./strangers.ts";
import { uniqueErrors } from "./uniqueness.ts";

export interface Judged {
  readonly plan: ResourcePlan;
  readonly plans: Plans;
  readonly policy: PasswordPolicy;
  readonly input: WireRecord;
  /** Absent: a new record. */
  readonly previous?: { readonly row: Row; readonly record: WireRecord };
  /** Secrets that keep their stored value: they are not missing. */
  readonly kept?: ReadonlySet<string>;
  /** What is known to be wrong already. */
  readonly errors?: readonly FieldError[];
  /** Rows that are as good as gone: their values are free. */
  readonly gone?: RawBuilder<boolean> | undefined;
}

/** What can be said of a record without asking whether another one has its values already. */
export interface Assessed {
  /** What remains of the input. */
  readonly record: WireRecord;
  /** The same with the columns that are copied from behind references. */
  readonly values: WireRecord;
  readonly errors: readonly FieldError[];
}

/** The record as it may be stored; throws 422 with everything that is wrong with it. */
export async function judge(reading: Pick<Reading, "db" | "actor">, judged: Judged): Promise<WireRecord> {
  const { plan, previous, gone } = judged;
  const { record, values, errors } = await assess(reading, judged);
  const wrong = new Set(errors.map(({ pointer }) => pointer.split("/")[1] ?? ""));
  const found = [...errors, ...(await uniqueErrors(reading, plan, { values, previous: previous?.row, wrong, gone }))];
  if (found.length > 0) throw validationFailed(found);
  return record;
}

/** Judges a record by itself and by what it refers to; `loadRows` finds that, where it is known already. */
export async function assess(
  reading: Pick<Reading, "db" | "actor">,
  judged: Judged,
  loadRows?: LoadRows,
): Promise<Assessed> {
  const { plan, plans, policy, input, previous, kept, errors = [] } = judged;
  const referenced = await loadReferenced(reading, {
    plans,
    plan,
    record: input,
    previous: previous?.record,
    loadRows,
  });
  const { record, errors: broken } = validateRecord(plan.module, input, {
    mode: previous ? "update" : "create",
    related: referenced.related,
    passwordPolicy: policy,
    isCommonPassword: await commonPasswordsFor(plan.descriptor, input),
  });
  const values: WireRecord = { ...record };
  for (const { field, via, source } of plan.derivations) {
    values[field] = (referenced.row(via, record[via])?.[source] ?? null) as Json;
  }
  return {
    record,
    values,
    errors: [
      ...errors,
      ...broken.filter((error) => !(error.rule === "required" && isStored(error, kept, previous?.row))),
      ...referenced.errorsOf(record),
      ...strangerErrors(plan, record, previous?.record, referenced),
    ],
  };
}

function isStored({ pointer }: FieldError, kept: ReadonlySet<string> | undefined, row: Row | undefined): boolean {
  const name = pointer.slice(1);
  return kept?.has(name) === true && row?.[name] !== null && row?.[name] !== undefined;
}
