import { nextValue, toJsonArray } from "../records/hookHelpers.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

export const ccmapentries: ResourceHooks<"ccmapentries"> = {
  /** Callers are connected as the subscriber itself, unless another line is named. */
  async beforeWrite(event) {
    const uuid = event.previous?.uuid ?? null;
    const mappings = nextValue(event, "mappings");
    if (!mappings) return;
    event.values.mappings = toJsonArray(mappings).map((mapping) => ({
      ...mapping,
      source_uuid: mapping.source_uuid ?? uuid,
    }));
  },
};
