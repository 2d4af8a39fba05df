import { type Expression, type RawBuilder, sql } from "kysely";
import type { ColumnStorage, FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import type { Subject } from "./operators.ts";

/** The column at the end of a path. */
export interface TargetColumn extends Subject {
  readonly expression: Expression<unknown>;
}

/**
 * A condition on a related column. It becomes a subquery, so that it can use the indexes of the other table:
 * `customer_id in (select id from customers where external_id = …)`.
 */
export function relatedCondition(
  path: readonly string[],
  plan: ResourcePlan,
  plans: Plans,
  condition: (target: TargetColumn) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const [name = "", inner, ...further] = path;
  const column = plan.columns.get(name);
  if (!column) throw new Error(`${plan.name}: there is no column at ${path.join(".")}`);
  const expression = sql.ref(`${rootAlias}.${name}`);
  const field = plan.fields.get(name);
  const target: TargetColumn = { expression, type: column.type, timeZone: plan.timeZone, ...listPart(field, column) };
  if (inner === undefined) return condition(target);
  if (field?.kind === "reference" && field.reference) {
    const next = planOf(plans, field.reference.resource);
    const where = sql.join([...next.own, relatedCondition([inner, ...further], next, plans, condition)], sql` and `);
    const table = sql`${next.source} as ${sql.ref(rootAlias)}`;
    return sql<boolean>`${expression} in (select ${sql.ref(`${rootAlias}.id`)} from ${table} where ${where})`;
  }
  if (field?.kind === "list") return condition({ ...target, list: { member: inner } });
  return condition({ ...target, expression: sql`${expression} ->> ${sql.lit(inner)}`, type: "text" });
}

function listPart(field: FieldDescriptor | undefined, { type }: ColumnStorage): Pick<TargetColumn, "list"> {
  return type === "jsonb" && field?.kind === "references" ? { list: { member: null } } : {};
}
