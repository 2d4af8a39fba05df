import { statusRefusal } from "../../core/transitions.ts";
import type { Row } from "../entityHooks.ts";
import { assertMatches } from "../http/etag.ts";
import type { Query } from "../http/query.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { filterConditions } from "../query/filters.ts";
import { selectRows } from "../query/selectRows.ts";
import { findVisible, visibleTo } from "../query/visible.ts";
import { eraseRows } from "../work/eraseRows.ts";
import type { OpenWork } from "../work/openWork.ts";

export interface RemoveRequest {
  readonly plan: ResourcePlan;
  readonly id: number | undefined;
  readonly ifMatch: string | undefined;
  readonly query: Query;
}

/** Removes one record: through its hook, by its final state if it has one, else by deletion. */
export async function removeRecord(work: OpenWork, { plan, id, ifMatch, query }: RemoveRequest): Promise<void> {
  const row = await findVisible(work, plan, id, { lock: "update" });
  assertMatches(ifMatch, row.row_version);
  await removeRow(work, plan, row, query);
}

/** Removes every record of the caller that matches a query's filters. */
export async function removeFound(
  work: OpenWork,
  { plan, query }: { readonly plan: ResourcePlan; readonly query: Query },
): Promise<void> {
  const { plans, actor } = work;
  const conditions = [...visibleTo(plan, actor), ...(await filterConditions(work, plan, plans, query))];
  for (const row of await selectRows(work.db, plan, conditions, { lock: "update" }))
    await removeRow(work, plan, row, query);
}

async function removeRow(work: OpenWork, plan: ResourcePlan, row: Row, query: Query): Promise<void> {
  const { descriptor, hooks } = plan;
  const event = { work, descriptor, row, query };
  await hooks.beforeRemove?.(event);
  if (await hooks.remove?.(event)) return;
  const { removedStatus } = descriptor;
  if (!removedStatus) return eraseRows(work, plan, [row], { isPrepared: true });
  const { field, value } = removedStatus;
  const refusal = statusRefusal(descriptor, { id: row.id, [field]: String(row[field]) }, value);
  if (refusal) throw refusal;
  await work.change(plan.name, [row.id], { [field]: value });
}
