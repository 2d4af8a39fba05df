import { refuse } from "../records/hookHelpers.ts";
import { rootAlias } from "../records/plan/resourcePlan.ts";
import type { ResourceHooks } from "../resourceHooks.ts";
import { holdsAddress, maskErrors } from "./addressBlocks.ts";

export const customerlocations: ResourceHooks<"customerlocations"> = {
  async beforeWrite({ values }) {
    refuse(maskErrors(values.blocks, "/blocks"));
  },

  /** Locations whose blocks contain an address. */
  filters: { ip: { reads: "blocks", where: (address) => holdsAddress(`${rootAlias}.blocks`, address.trim()) } },
};
