import { violationAt } from "../records/hookHelpers.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

export const autoattendants: ResourceHooks<"autoattendants"> = {
  checks: {
    /** Only a cloud PBX has the auto attendant. */
    cloudPbxNeeded: violationAt("/slots", async ({ context, values, previous }) => {
      if (!Array.isArray(values.slots) || values.slots.length === 0) return false;
      const customer = await context.load("customers", Number(previous?.customer_id));
      return customer?.type !== "pbxaccount";
    }),
  },
};
