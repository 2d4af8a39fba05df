import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { rowIdOf } from "../../../core/schema/discriminator.ts";
import { isStorableId } from "../../../core/schema/ids.ts";
import { fieldError, notFound, type PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import type { Query } from "../../http/query.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { findVisible, selectByIds } from "../query/selectRows.ts";
import { serializeRow } from "../unitOfWork/serialize.ts";
import { ownedConditions } from "./list.ts";
import { expandRecords, writeInZone } from "./present.ts";

interface ReadRequest {
  readonly plan: ResourcePlan;
  readonly plans: Plans;
  readonly id: number | undefined;
  readonly query: Query;
}

/** One record as the caller sees it, and its row. */
export async function readRecord(
  context: ReadContext,
  { plan, plans, id, query }: ReadRequest,
): Promise<{ readonly record: WireRecord; readonly row: Row; readonly refusal: PlatformError | undefined }> {
  const row = await (plan.descriptor.ownerFilters
    ? findOwned(context, { plan, plans, id, query })
    : findVisible(context, plan, id));
  const record = await serializeRow(context, plan, row);
  await writeInZone(context, { plan, query, rows: [row], records: [record] });
  const refusal = await expandRecords(context, plans, plan, [record], query);
  return { record, row, refusal };
}

/** The row as the owner that the query names sees it; 404 when it has no such row. */
async function findOwned(context: ReadContext, { plan, plans, id = 0, query }: ReadRequest): Promise<Row> {
  const conditions = await ownedConditions(context, plan, plans, query);
  const [row] = await selectByIds(context.db, plan, rowIds(plan, id, query), conditions);
  if (!row) throw notFound(plan.name, id);
  return row;
}

/** Returns the ids of rows for the id in a path: with a discriminator the request has to name its resource. */
function rowIds({ descriptor: { discriminator } }: ResourcePlan, id: number, query: Query): number[] {
  if (!discriminator) return [id];
  const kind = query.get(discriminator.propertyName);
  if (kind === undefined) throw validationFailed([fieldError(`/${discriminator.propertyName}`, "required")]);
  const rowId = rowIdOf(discriminator, id, kind);
  return rowId === undefined || !isStorableId(rowId) ? [] : [rowId];
}
