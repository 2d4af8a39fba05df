import { memoize } from "../../core/values/memoize.ts";
import { isColumnChanged, violationAt } from "../records/hookHelpers.ts";
import type { ResourceHooks, WriteEvent } from "../resourceHooks.ts";

/** An interception belongs to the reseller whose subscriber has the number, and ends with that reseller. */
export const interceptions: ResourceHooks<"interceptions"> = {
  checks: {
    numberUnknown: violationAt(
      "/number",
      async (event) => isColumnChanged(event, "number") && !(await numberOf(event)),
    ),
  },

  async beforeWrite(event) {
    if (isColumnChanged(event, "number")) event.values.reseller_id = (await numberOf(event))?.reseller_id;
  },
};

const numberOf = memoize(async ({ context, values }: WriteEvent<"interceptions">) => {
  const [number] = await context.findBy("numbers", { number: values.number });
  return number;
});
