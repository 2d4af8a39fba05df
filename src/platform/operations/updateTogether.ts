import type { WireRecord } from "../../core/descriptor.ts";
import { notFound, PlatformError } from "../../core/errors.ts";
import type { PasswordPolicy } from "../../core/password.ts";
import type { Row } from "../entityHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { byId } from "../query/byId.ts";
import { selectRows } from "../query/selectRows.ts";
import { isSharedWith, visibleTo } from "../query/visible.ts";
import type { OpenWork } from "../work/openWork.ts";
import { snapshots, type WriteRequest, writeRows } from "../work/writeRow.ts";
import { assertOwn } from "./create.ts";
import { inHalves } from "./inHalves.ts";
import { buildLoader } from "./loader.ts";
import { loadAhead } from "./references.ts";
import { prepareUpdate, type Wanted } from "./update.ts";

/** What one of many records is to become; each record is named once. */
export interface RecordChange {
  readonly id: number;
  /** As of an update of this record alone; a refusal is thrown. */
  readonly toWanted: (row: Row, record: WireRecord) => Wanted;
}

interface Parts {
  readonly plan: ResourcePlan;
  readonly policy: PasswordPolicy;
}

/**
 * Updates many records of one resource as a request for each of them would, with far fewer statements. Returns the
 * refusals by id: those records are left as they are, and the others are changed. What only shows while many are stored
 * is found by storing half of them at a time.
 */
export async function updateTogether(
  work: OpenWork,
  parts: Parts,
  changes: readonly RecordChange[],
): Promise<ReadonlyMap<number, PlatformError>> {
  const refusals = new Map<number, PlatformError>();
  const run = async (some: readonly RecordChange[]) => {
    const refused = await store(work, parts, some);
    for (const [id, refusal] of refused) refusals.set(id, refusal);
  };
  await inHalves(work, changes, run, ({ id }, refusal) => refusals.set(id, refusal));
  return refusals;
}

/** Stores those that can be checked; the others are returned with their refusals. */
async function store(
  work: OpenWork,
  { plan, policy }: Parts,
  changes: readonly RecordChange[],
): Promise<ReadonlyMap<number, PlatformError>> {
  const { actor } = work;
  const refused = new Map<number, PlatformError>();
  const ids = changes.map(({ id }) => id);
  const rows = await selectRows(work.db, plan, [byId(ids), ...visibleTo(plan, actor)], { lock: "noKeyUpdate" });
  const known = new Map((await snapshots(work, plan, rows)).map((one) => [one.row.id, one]));
  const loadRows = buildLoader(work);
  const records = [...known.values()].map(({ record }) => record);
  await loadAhead(loadRows, work.plans, plan, records);
  const requests: WriteRequest[] = [];
  for (const { id, toWanted } of changes) {
    try {
      const previous = known.get(id);
      if (!previous) throw notFound(plan.name, id);
      if (isSharedWith(plan, actor, previous.row)) throw new PlatformError("forbidden");
      const wanted = toWanted(previous.row, previous.record);
      requests.push(await prepareUpdate(work, { plan, policy, loadRows }, previous, wanted));
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status >= 500) throw error;
      refused.set(id, error);
    }
  }
  if (requests.length > 0) for (const row of await writeRows(work, plan, requests)) assertOwn(plan, actor, row);
  return refused;
}
