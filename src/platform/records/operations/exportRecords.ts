import { sql } from "kysely";
import { exportExpand } from "../../../core/api/exportCells.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { Query } from "../../http/query.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import { type Plans, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { from, selectByIds, whereAll } from "../query/selectRows.ts";
import { serializeRows } from "../unitOfWork/serialize.ts";
import { listConditions, orderBy, orderOf, ownedConditions } from "./list.ts";
import { expandRecords } from "./present.ts";

export interface ExportRequest {
  readonly plan: ResourcePlan;
  readonly plans: Plans;
  /** Filters and sorting, as in a list. */
  readonly query: Query;
}

/** Ids of four bytes each, big-endian: a million of them is 4 MB. */
type PackedIds = Buffer;

const bytesOfId = 4;
/**
 * Rows per read: so few that they are garbage before the collector takes them for lasting ones, and the heap stays as
 * it is. Others run in between: the embedded engine has one connection.
 */
const partSize = 100;

export const countIds = (ids: PackedIds): number => ids.length / bytesOfId;

/**
 * The ids of all rows that match a list's query, in order, as a snapshot: this needs no transaction that stays open
 * while somebody reads them.
 */
export async function findExport({ db, actor }: ReadContext, request: ExportRequest): Promise<PackedIds> {
  const { plan, plans, query } = request;
  const conditions = whereAll(await listConditions({ db, actor }, plan, plans, query));
  const id = sql.ref(`${rootAlias}.id`);
  const order = orderBy(orderOf(plan, actor, query));
  const packed = sql<{ ids: Buffer | null }>`
    select string_agg(int4send(${id}::int4), ''::bytea order by ${order}) as ids ${from(plan)} ${conditions}`;
  return (await runWithFreshPlan(packed, db)).rows[0]?.ids ?? Buffer.alloc(0);
}

/** Reads the rows as wire records, in batches; skips those deleted or moved out of the caller's scope in between. */
export async function* readExport(
  context: ReadContext,
  { plan, plans, query }: ExportRequest,
  ids: PackedIds,
): AsyncGenerator<WireRecord[]> {
  const expand: Query = new Map([
    ["expand", exportExpand(plan.descriptor).join(",")],
    ["soft_expand", "1"],
  ]);
  const conditions = await ownedConditions(context, plan, plans, query);
  for (let first = 0; first < countIds(ids); first += partSize) {
    const part = idsBetween(ids, first, Math.min(first + partSize, countIds(ids)));
    const found = await selectByIds(context.db, plan, part, conditions);
    const byId = new Map(found.map((row) => [row.id, row]));
    const rows = part.map((id) => byId.get(id)).filter((row): row is Row => row !== undefined);
    const records = await serializeRows(context, plan, rows);
    const refusal = await expandRecords(context, plans, plan, records, expand);
    if (refusal) throw refusal;
    yield records;
  }
}

function idsBetween(ids: PackedIds, first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, index) => ids.readInt32BE((first + index) * bytesOfId));
}
