import type { PlatformContext } from "../records/context.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import type { Actor, Reading } from "../resourceHooks.ts";

/** Reads a list where reading costs others least; what was brought up to date for it is on the database itself only. */
export function readList<T>(
  context: PlatformContext,
  { hooks }: ResourcePlan,
  actor: Actor,
  read: (reading: Reading) => Promise<T>,
): Promise<T> {
  return hooks.upkeep ? read(context.readAs(actor)) : context.readApart(actor, read);
}
