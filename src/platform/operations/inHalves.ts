import { sql } from "kysely";
import { PlatformError } from "../../core/errors.ts";
import { fromConstraint } from "../work/constraints.ts";
import type { OpenWork } from "../work/openWork.ts";

/** Runs a part of a transaction; if it is refused, that part leaves nothing, and the refusal is returned. */
async function inSavepoint({ db }: OpenWork, run: () => Promise<void>): Promise<PlatformError | undefined> {
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

/**
 * Does something with all items, or with none of them if it is refused; then with half of them at a time, down to the
 * single ones that are refused. Each attempt is a unit of the journal of its own. `run` may be called several times.
 */
export async function inHalves<Item>(
  work: OpenWork,
  items: readonly Item[],
  run: (items: readonly Item[]) => Promise<void>,
  refuse: (item: Item, refusal: PlatformError) => void,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  work.beginUnit();
  const refusal = await inSavepoint(work, () => run(items));
  if (!refusal) return;
  if (items.length === 1) return refuse(first, refusal);
  const half = Math.ceil(items.length / 2);
  await inHalves(work, items.slice(0, half), run, refuse);
  await inHalves(work, items.slice(half), run, refuse);
}
