import type { ResourceHooks } from "../resourceHooks.ts";
import { addParts, loadParts, type Parts } from "./parts.ts";

const rules: Parts = {
  table: "rewriterules",
  by: "set_id",
  columns: ["match_pattern", "replace_pattern", "description", "direction", "field", "priority", "enabled"],
  defaults: { direction: "in", field: "caller", priority: 50, enabled: true },
  order: ["set_id", "direction", "field", "priority", "id"],
};

export const rewriterulesets: ResourceHooks<"rewriterulesets"> = {
  async afterWrite({ mode, context, input, row: { id: set_id, reseller_id } }) {
    if (mode === "create") await addParts(context, rules, { set_id, reseller_id }, input.rewriterules);
  },

  async afterRead(context, rows, records) {
    const storedRules = await loadParts(context, rules, rows);
    for (const [index, record] of records.entries()) {
      const own = storedRules.filter(({ set_id }) => set_id === rows[index]?.id);
      record.rewriterules = own.map((rule) =>
        Object.fromEntries(rules.columns.map((column) => [column, rule[column] ?? null])),
      );
    }
  },
};
