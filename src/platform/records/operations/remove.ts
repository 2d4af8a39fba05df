import { can } from "../../../core/access/access.ts";
import { notFound, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { statusRefusal, transitionError } from "../../../core/validation/transitions.ts";
import { assertMatches, type Query } from "../../http/query.ts";
import type { Row } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { assertFilters } from "../query/assertFilters.ts";
import { filterConditions } from "../query/filters.ts";
import { byId, findVisible, isSharedWith, selectRows, visibleTo } from "../query/selectRows.ts";
import { inSavepoint } from "../unitOfWork/constraints.ts";
import { hardDeleteRows } from "../unitOfWork/hardDeleteRows.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";

interface RemoveRequest {
  readonly plan: ResourcePlan;
  readonly id: number | undefined;
  readonly ifMatch: string | undefined;
  readonly query: Query;
}

/** Removes one record: through its hook, by its final state if it has one, else by deletion. */
export async function removeRecord(unit: UnitOfWork, { plan, id, ifMatch, query }: RemoveRequest): Promise<void> {
  const row = await findVisible(unit, plan, id, { lock: "update" });
  assertMatches(ifMatch, row.row_version);
  await removeRows(unit, plan, [row], query);
}

/** Removes every record of the caller that matches a query's filters; 404 when none does. */
export async function removeByQuery(
  unit: UnitOfWork,
  { plan, query }: { readonly plan: ResourcePlan; readonly query: Query },
): Promise<void> {
  const { plans, actor } = unit;
  assertFilters(actor, plan, plans, query);
  const conditions = [...visibleTo(plan, actor), ...(await filterConditions(unit, plan, plans, query))];
  const rows = await selectRows(unit.db, plan, conditions, { lock: "update" });
  if (rows.length === 0) throw notFound(plan.name, [...query.values()].join(", ").slice(0, 40));
  for (const row of rows) await removeRows(unit, plan, [row], query);
}

async function removeRows(unit: UnitOfWork, plan: ResourcePlan, rows: readonly Row[], query: Query): Promise<void> {
  const { descriptor, hooks } = plan;
  const remaining: Row[] = [];
  for (const row of rows) {
    const event = { context: unit, descriptor, row, query };
    await hooks.beforeRemove?.(event);
    if (!(await hooks.replaceRemoval?.(event))) remaining.push(row);
  }
  if (remaining.length === 0) return;
  const { softDelete } = descriptor;
  if (!softDelete) return hardDeleteRows(unit, plan, remaining, { isPrepared: true });
  const { field, value } = softDelete;
  for (const row of remaining) {
    const error = statusRefusal(descriptor, { id: row.id, [field]: row[field] }, value);
    if (error) throw error;
    const next = { ...row, [field]: value };
    const wrong = transitionError(descriptor, row, next, {
      related: () => undefined,
      can: (...asked) => can(unit.actor, ...asked),
    });
    if (wrong) throw validationFailed([wrong]);
  }
  const ids = remaining.map(({ id }) => id);
  await unit.updateMany(plan.name, ids, { [field]: value });
}

/**
 * Removes many records as a request for each of them would. Returns the refusals by id: those records stay, and the
 * others are removed.
 */
export async function removeMany(
  unit: UnitOfWork,
  plan: ResourcePlan,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlatformError>> {
  const refusals = new Map<number, PlatformError>();
  const visible = [byId([...ids]), ...visibleTo(plan, unit.actor)];
  const rows = new Map((await selectRows(unit.db, plan, visible, { lock: "update" })).map((row) => [row.id, row]));
  const refuse = (id: number, error: PlatformError) => void refusals.set(id, error);
  const there = ids.filter((id) => {
    const row = rows.get(id);
    const isShared = row && isSharedWith(plan, unit.actor, row);
    if (!row || isShared) refuse(id, row ? new PlatformError("forbidden") : notFound(plan.name, id));
    return row && !isShared;
  });
  const rowsOf = (some: readonly number[]) => some.flatMap((id) => rows.get(id) ?? []);
  await retryInHalves(unit, there, (some) => removeRows(unit, plan, rowsOf(some), new Map()), refuse);
  return refusals;
}

/**
 * Does something with all items, or with none of them if it is refused; then with half of them at a time, down to the
 * single ones that are refused. Each attempt is a unit of the journal of its own. `run` may be called several times.
 */
export async function retryInHalves<Item>(
  unit: UnitOfWork,
  items: readonly Item[],
  run: (items: readonly Item[]) => Promise<void>,
  refuse: (item: Item, error: PlatformError) => void,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  unit.beginChangeSet();
  const error = await inSavepoint(unit, () => run(items));
  if (!error) return;
  if (items.length === 1) return refuse(first, error);
  const half = Math.ceil(items.length / 2);
  await retryInHalves(unit, items.slice(0, half), run, refuse);
  await retryInHalves(unit, items.slice(half), run, refuse);
}
