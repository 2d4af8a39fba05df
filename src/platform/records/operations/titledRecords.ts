import { templatePaths } from "../../../core/values/recordTitle.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { selectByIds, visibleTo } from "../query/visible.ts";
import { type SerializedRecord, serializeRows } from "../unitOfWork/serialize.ts";
import { expandRecords } from "./expand.ts";

/** Those of these records that the caller sees, in this order, with the related records of their titles and others. */
export async function titledRecords(
  context: ReadContext,
  plans: Plans,
  plan: ResourcePlan,
  ids: readonly number[],
  extraPaths: readonly string[] = [],
): Promise<SerializedRecord[]> {
  const rows = await selectByIds(context.db, plan, ids, visibleTo(plan, context.actor));
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const records = await serializeRows(context, plan, rows);
  const expand = [...titleReferences(plan), ...extraPaths].join(",");
  const query = new Map([
    ["expand", expand],
    ["soft_expand", "1"],
  ]);
  if (expand) await expandRecords(context, plans, plan, records, query);
  return records;
}

/** References that a record's title follows: `contact_id` of `{contact_id.company}`. */
export function titleReferences({ descriptor, fields }: ResourcePlan): string[] {
  const names = templatePaths(descriptor.recordRepresentation)
    .filter((path) => path.includes("."))
    .map((path) => path.split(".", 1)[0] ?? "");
  return [...new Set(names)].filter((name) => fields.get(name)?.reference?.expand);
}
