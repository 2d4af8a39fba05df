import type { PlatformError } from "../../../core/validation/errors.ts";
import { inSavepoint } from "../unitOfWork/inSavepoint.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";

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
