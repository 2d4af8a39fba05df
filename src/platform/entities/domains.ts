import type { EntityHooks } from "../entityHooks.ts";
import { forgetPreferences } from "../preferences/preferenceStore.ts";
import { checkReseller, refuse } from "./checks.ts";

export const domains: EntityHooks = {
  async beforeWrite(event) {
    refuse(await checkReseller(event));
  },

  async beforeRemove({ work, row }) {
    await forgetPreferences(work.db, "domain", row.id);
  },
};
