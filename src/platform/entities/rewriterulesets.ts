import type { EntityHooks } from "../entityHooks.ts";
import { forgetReferences } from "../preferences/preferenceStore.ts";
import { checkReseller, refuse } from "./checks.ts";

export const rewriterulesets: EntityHooks = {
  async beforeWrite(event) {
    refuse(await checkReseller(event));
  },

  async beforeRemove({ work, row }) {
    await forgetReferences(work.db, "rewriterulesets", row.id);
  },
};
