import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import type { FieldError } from "../../core/errors.ts";
import { fieldError } from "../../core/validate.ts";
import type { Reading, Row } from "../entityHooks.ts";
import { toParameter } from "../plan/columns.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { whereAll } from "../query/visible.ts";

interface Candidate {
  /** The record's, and those of its derived columns. */
  readonly values: WireRecord;
  readonly previous?: Row;
  /** Fields that are wrong already: their values are nothing to ask the database with. */
  readonly wrong: ReadonlySet<string>;
  readonly gone?: RawBuilder<boolean> | undefined;
}

/** An error at each field whose value another record has already. */
export async function uniqueErrors(
  { db }: Pick<Reading, "db">,
  plan: ResourcePlan,
  { values, previous, wrong, gone }: Candidate,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const { field } of plan.stored.values()) {
    if (!field.unique || field.internal || field.readOnly) continue;
    const names = [field.name, ...field.unique];
    if (names.some((name) => wrong.has(name))) continue;
    const key = names.map((name) => values[name] ?? previous?.[name] ?? null);
    // As in an index: what is missing equals nothing.
    if (key.includes(null) || names.every((name, index) => previous?.[name] === key[index])) continue;
    const conditions = names.map((name, index) => hasValue(plan, name, key[index]));
    if (previous) conditions.push(sql<boolean>`${sql.ref(`${rootAlias}.id`)} <> ${previous.id}`);
    if (gone) conditions.push(sql<boolean>`not ${gone}`);
    const table = sql`${sql.table(plan.table)} as ${sql.ref(rootAlias)}`;
    const query = sql`select 1 from ${table} ${whereAll([...conditions, ...plan.own, ...plan.notHidden])} limit 1`;
    if ((await query.execute(db)).rows.length > 0) errors.push(fieldError(`/${field.name}`, "unique"));
  }
  return errors;
}

function hasValue(plan: ResourcePlan, name: string, value: unknown): RawBuilder<boolean> {
  const column = plan.columns.get(name);
  const parameter = column ? toParameter(column, value, plan.timeZone) : value;
  return sql<boolean>`${sql.ref(`${rootAlias}.${name}`)} = ${parameter}`;
}
