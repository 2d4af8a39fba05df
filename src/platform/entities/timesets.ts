import type { EntityHooks } from "../entityHooks.ts";
import { checkReseller, refuse } from "./checks.ts";

export const timesets: EntityHooks = {
  async beforeWrite(event) {
    refuse(await checkReseller(event));
  },
};
