import type { EntityHooks } from "../entityHooks.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { holdsAddress, maskErrors } from "./addressBlocks.ts";
import { refuse } from "./checks.ts";

export const customerlocations: EntityHooks<"customerlocations"> = {
  async beforeWrite({ values }) {
    refuse(maskErrors(values.blocks, "/blocks"));
  },

  /** Locations whose blocks contain an address. */
  filters: { ip: { reads: "blocks", where: (address) => holdsAddress(`${rootAlias}.blocks`, address.trim()) } },
};
