import type { Json } from "../../core/schema/descriptor.ts";
import type { EntityHooks } from "../resourceHooks.ts";
import { addParts, type Parts, partsOf } from "./parts.ts";

const rules: Parts = {
  table: "rewriterules",
  by: "set_id",
  columns: ["match_pattern", "replace_pattern", "description", "direction", "field", "priority", "enabled"],
  defaults: { direction: "in", field: "caller", priority: 50, enabled: true },
  order: ["set_id", "direction", "field", "priority", "id"],
};

export const rewriterulesets: EntityHooks<"rewriterulesets"> = {
  async afterWrite({ mode, work, input, row: { id: set_id, reseller_id } }) {
    if (mode === "create") await addParts(work, rules, { set_id, reseller_id }, input.rewriterules);
  },

  async present(reading, rows, records) {
    const stored = await partsOf(reading, rules, rows);
    for (const [index, record] of records.entries()) {
      const own = stored.filter(({ set_id }) => set_id === rows[index]?.id);
      record.rewriterules = own.map((rule) =>
        Object.fromEntries(rules.columns.map((column) => [column, rule[column] as Json])),
      );
    }
  },
};
