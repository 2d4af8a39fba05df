import { businessError } from "../../core/errors.ts";
import type { EntityHooks } from "../entityHooks.ts";
import { isChanged, refuse } from "./checks.ts";

/** An interception belongs to the reseller whose subscriber has the number, and ends with that reseller. */
export const interceptions: EntityHooks<"interceptions"> = {
  async beforeWrite(event) {
    if (!isChanged(event, "number")) return;
    const [number] = await event.work.find("numbers", { number: event.values.number });
    if (!number) refuse([businessError("/number", "numberUnknown")]);
    event.values.reseller_id = number?.reseller_id;
  },
};
