import { sql } from "kysely";
import type { FieldDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { type FieldError, fieldError } from "../../../core/validation/errors.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { byValue } from "../query/selectRows.ts";
import { whereAll } from "../query/visible.ts";

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

/** The error about a value that another record has. */
export function duplicateError(
  { nullsNotDistinct }: { readonly nullsNotDistinct?: true | undefined },
  pointer: string,
): FieldError {
  return fieldError(pointer, nullsNotDistinct ? "uniqueTogether" : "unique");
}
