import { sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import { notFound, PlatformError } from "../../core/errors.ts";
import type { PasswordPolicy } from "../../core/password.ts";
import type { Row } from "../entityHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { byId } from "../query/byId.ts";
import { selectRows } from "../query/selectRows.ts";
import { visibleTo } from "../query/visible.ts";
import { fromConstraint } from "../work/constraints.ts";
import type { OpenWork } from "../work/openWork.ts";
import { snapshots, type WriteRequest, writeRows } from "../work/writeRow.ts";
import { assertOwn } from "./create.ts";
import { buildLoader } from "./loader.ts";
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
  await storeSome(work, parts, changes, refusals);
  return refusals;
}

async function storeSome(
  work: OpenWork,
  parts: Parts,
  changes: readonly RecordChange[],
  refusals: Map<number, PlatformError>,
): Promise<void> {
  if (changes.length === 0) return;
  const refused = new Map<number, PlatformError>();
  const refusal = await inSavepoint(work, () => store(work, parts, changes, refused));
  if (!refusal) {
    for (const [id, error] of refused) refusals.set(id, error);
    return;
  }
  const [first] = changes;
  if (first && changes.length === 1) {
    refusals.set(first.id, refusal);
    return;
  }
  const half = Math.ceil(changes.length / 2);
  await storeSome(work, parts, changes.slice(0, half), refusals);
  await storeSome(work, parts, changes.slice(half), refusals);
}

/** Runs a part of a transaction; if it is refused, that part leaves nothing, and the refusal is returned. */
export async function inSavepoint({ db }: OpenWork, run: () => Promise<void>): Promise<PlatformError | undefined> {
  await sql`savepoint pb_part`.execute(db);
  try {
    await run();
    await sql`release savepoint pb_part`.execute(db);
    return undefined;
  } catch (error) {
    const refusal = error instanceof PlatformError ? error : fromConstraint(error);
    if (!refusal || refusal.status >= 500) throw error;
    await sql`rollback to savepoint pb_part`.execute(db);
    await sql`release savepoint pb_part`.execute(db);
    return refusal;
  }
}

async function store(
  work: OpenWork,
  { plan, policy }: Parts,
  changes: readonly RecordChange[],
  refused: Map<number, PlatformError>,
): Promise<void> {
  const { actor } = work;
  const ids = changes.map(({ id }) => id);
  const rows = await selectRows(work.db, plan, [byId(ids), ...visibleTo(plan, actor)], { lock: "noKeyUpdate" });
  const known = new Map((await snapshots(work, plan, rows)).map((one) => [one.row.id, one]));
  const loadRows = buildLoader(work);
  const requests: WriteRequest[] = [];
  for (const { id, toWanted } of changes) {
    try {
      const previous = known.get(id);
      if (!previous) throw notFound(plan.name, id);
      assertNotShared(plan, actor, previous.row);
      const wanted = toWanted(previous.row, previous.record);
      requests.push(await prepareUpdate(work, { plan, policy, loadRows }, previous, wanted));
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status >= 500) throw error;
      refused.set(id, error);
    }
  }
  if (requests.length === 0) return;
  for (const row of await writeRows(work, plan, requests)) assertOwn(plan, actor, row);
}

/** What the platform only shares with resellers is not theirs to change. */
function assertNotShared({ hooks, descriptor }: ResourcePlan, actor: OpenWork["actor"], row: Row): void {
  const isShared = hooks.sharesUnowned && actor.resellerId !== null && row[descriptor.scope ?? ""] === null;
  if (isShared) throw new PlatformError("forbidden");
}
