import type { PlatformContext } from "../records/context.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import type { Actor, ReadContext } from "../resourceHooks.ts";

/** Reads a list where reading costs others least; what was brought up to date for it is on the database itself only. */
export function readList<T>(
  context: PlatformContext,
  { hooks }: ResourcePlan,
  actor: Actor,
  read: (context: ReadContext) => Promise<T>,
): Promise<T> {
  return hooks.refresher ? read(context.readAs(actor)) : context.readApart(actor, read);
}
