import { randomUUID } from "node:crypto";
import { CompiledQuery, type Transaction } from "kysely";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { batchesOf } from "../../../core/values/groupBy.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { markUnawaited } from "../../db/statements.ts";
import type {
  Actor,
  ColumnValues,
  DeletedPreference,
  HookContext,
  NewJournalEntry,
  Row,
  RowUpdate,
} from "../../resourceHooks.ts";
import type { PlatformSettings } from "../../runtime/settings.ts";
import { type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import { byId, byValues, selectRows } from "../query/selectRows.ts";
import { hardDeleteByIds } from "./hardDeleteRows.ts";
import type { ProgressCounter } from "./progress.ts";
import { BATCH, inSlices } from "./store.ts";
import type { UnitOfWork } from "./unitOfWork.ts";
import { snapshots, type WriteRequest, writeRow, writeRows } from "./writeRow.ts";

/** The parts of the platform and of the request that a unit of work needs. */
interface WorkParts {
  readonly plans: Plans;
  readonly settings: HookContext["settings"] & Pick<PlatformSettings, "timeZone">;
  readonly actor: Actor;
  readonly now: Date;
  readonly progress: ProgressCounter;
  readonly signal?: AbortSignal | undefined;
}

export function beginUnitOfWork(
  db: Transaction<Tables>,
  { plans, settings, actor, now, progress, signal }: WorkParts,
): UnitOfWork {
  const written = new Set<string>();
  let changeSetId = randomUUID();
  const erasing = new Set<string>();
  const keptPreferences = new Map<string, readonly DeletedPreference[]>();
  const unit: UnitOfWork = {
    db,
    plans,
    settings,
    actor,
    now,
    timeZone: settings.timeZone,
    progress,
    signal,
    get changeSetId() {
      return changeSetId;
    },
    restores: new Map(),
    deletedPreferences: keptPreferences,
    recordDeletedPreferences: (resource, id, preferences) => {
      const key = `${resource} ${id}`;
      keptPreferences.set(key, [...(keptPreferences.get(key) ?? []), ...preferences]);
    },
    written,
    noteWrite: (resource) => written.add(resource),
    startErasing: (table, id) => {
      if (unit.isErasing(table, id)) return false;
      erasing.add(`${table} ${id}`);
      return true;
    },
    isErasing: (table, id) => erasing.has(`${table} ${id}`),
    beginChangeSet: () => {
      changeSetId = randomUUID();
      erasing.clear();
      keptPreferences.clear();
      unit.restores.clear();
    },
    load: async <R extends string>(resource: R, id: number) =>
      (await selectRows<R>(db, planOf(plans, resource), [byId(id)]))[0],
    loadLocked: async <R extends string>(resource: R, id: number) =>
      (await selectRows<R>(db, planOf(plans, resource), [byId(id)], { lock: "share" }))[0],
    loadAllLocked: (resource, ids) => loadByIds(unit, resource, ids, { lock: "share" }),
    loadAll: (resource, ids) => loadByIds(unit, resource, ids, {}),
    findBy: <R extends string>(resource: R, where: Readonly<ColumnValues<R>>) => {
      const plan = planOf(plans, resource);
      return selectRows<R>(db, plan, [...plan.own, ...byValues(plan, where)]);
    },
    // A plan stores rows of its own resource, which its generic functions do not say.
    updateMany: (resource, ids, values) => changeRows(unit, planOf(plans, resource), ids, values as RowUpdate),
    insert: async <R extends string>(resource: R, values: WireRecord) =>
      (await writeRow(unit, planOf(plans, resource), toNewRow(values))) as Row<R>,
    insertMany: async <R extends string>(resource: R, rows: readonly WireRecord[]) =>
      rows.length > 0
        ? ((await writeRows(unit, planOf(plans, resource), rows.map(toNewRow))) as readonly Row<R>[])
        : [],
    deleteMany: (resource, ids) => hardDeleteByIds(unit, planOf(plans, resource), ids),
    journal: (...entries) => writeJournal(unit, entries),
  };
  return unit;
}

function toNewRow(values: WireRecord): WriteRequest {
  return { input: values, sentFields: new Set(Object.keys(values)), values: { ...values } };
}

async function loadByIds<R extends string>(
  { db, plans }: UnitOfWork,
  resource: R,
  ids: Iterable<number>,
  options: { readonly lock?: "share" },
): Promise<ReadonlyMap<number, Row<R>>> {
  const distinctIds = [...new Set(ids)].filter(Number.isInteger);
  const rows =
    distinctIds.length > 0 ? await selectRows<R>(db, planOf(plans, resource), [byId(distinctIds)], options) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** In the order of ids: locking rows in a common order prevents deadlocks. */
async function changeRows(
  unit: UnitOfWork,
  plan: ResourcePlan,
  ids: readonly number[],
  valuesOf: RowUpdate,
): Promise<void> {
  const inOrder = [...ids].sort((a, b) => a - b);
  await inSlices(unit, inOrder, async (slice) => {
    const rows = await selectRows(unit.db, plan, [byId(slice)], { lock: "noKeyUpdate" });
    const requests = (await snapshots(unit, plan, rows)).map((previous): WriteRequest => {
      const values = { ...(typeof valuesOf === "function" ? valuesOf(previous.row) : valuesOf) };
      const input = { ...previous.record };
      for (const name of Object.keys(values)) {
        const storedField = plan.stored.get(name);
        if (storedField) input[name] = storedField.toWire(values);
      }
      return { previous, input, sentFields: new Set(Object.keys(values)), values };
    });
    await writeRows(unit, plan, requests);
  });
}

async function writeJournal(
  { db, actor, now, changeSetId: unit, restores }: UnitOfWork,
  entries: readonly NewJournalEntry[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    id: typeof entry.id === "number" ? entry.id : 0,
    key: typeof entry.id === "number" ? null : entry.id,
    restored: restores.get(`${entry.resource} ${entry.id}`) ?? null,
  }));
  for (const batch of batchesOf(rows, BATCH)) {
    const values = [now, actor.adminId, actor.username, unit, actor.run ?? null, JSON.stringify(batch)];
    await db.executeQuery(markUnawaited(CompiledQuery.raw(insertEntries, values)));
  }
}

const insertEntries = `insert into journals (resource_name, resource_id, resource_key, operation, timestamp, user_id,
    username, reseller_id, changes, unit, run, restored_id, kept)
  select resource, id, key, operation, $1::timestamptz, $2::integer, $3::text, "resellerId", changes, $4::text, $5::text,
    restored, kept
  from jsonb_to_recordset($6::jsonb) as entry (resource text, id integer, key text, operation text, "resellerId" integer,
    changes jsonb, restored integer, kept jsonb)`;
