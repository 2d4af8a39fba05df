import type { ReadContext, Row } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { type LoadedRow, type LoadRows, loadTargets } from "./references.ts";

/** Records that one attempt to write many has loaded or made, by resource and id. */
export type Loader = LoadRows & { know(plan: ResourcePlan, row: Row): void };

/** Loads what many records refer to once, as long as the transaction holds the locks. */
export function buildLoader(context: Pick<ReadContext, "db" | "actor">): Loader {
  const cache = new Map<string, LoadedRow | null>();
  const keyOf = (plan: ResourcePlan, id: number) => `${plan.name} ${id}`;
  const load: LoadRows = async (plan, ids, lock) => {
    // A lock that others must not share is taken each time.
    const missing = ids.filter((id) => lock === "noKeyUpdate" || !cache.has(keyOf(plan, id)));
    if (missing.length > 0) {
      const targets = await loadTargets(context, plan, missing, lock ?? "share");
      for (const id of missing) cache.set(keyOf(plan, id), targets.get(id) ?? null);
    }
    return new Map(
      ids.flatMap((id): [number, LoadedRow][] => {
        const loaded = cache.get(keyOf(plan, id));
        return loaded ? [[id, loaded]] : [];
      }),
    );
  };
  return Object.assign(load, {
    know: (plan: ResourcePlan, row: Row) => void cache.set(keyOf(plan, row.id), { row, isVisible: true }),
  });
}
