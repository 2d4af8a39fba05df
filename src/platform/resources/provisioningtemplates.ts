import { type Expression, type SqlBool, sql } from "kysely";
import { stringify } from "yaml";
import { isObject } from "../../core/schema/isObject.ts";
import type { ProvisioningFault } from "../../core/telephony/deviceTemplates/provisioning.ts";
import { sections } from "../../core/telephony/deviceTemplates/provisioningSections.ts";
import { directiveRules, provisioningRules } from "../../core/validation/deviceTemplateRules.ts";
import { isSwitch } from "../../core/values/filterValue.ts";
import { memoize } from "../../core/values/memoize.ts";
import { outlineTemplate } from "../features/provisioning/compiledTemplate.ts";
import { changedColumns, isColumnChanged, lineChecks, nextValue } from "../records/hookHelpers.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { Actor, ResourceHooks, WriteEvent } from "../resourceHooks.ts";

/** The members of a template. */
const parts = ["fields", ...sections.map(({ name }) => name)];

const template = resourceExpressions<"provisioningtemplates">();

/** Returns the faults of a new text. Templates for other platforms only have to be readable. */
const newFaults = memoize(async (event: WriteEvent<"provisioningtemplates">): Promise<readonly ProvisioningFault[]> => {
  if (!isColumnChanged(event, "template") && !isColumnChanged(event, "lang")) return [];
  const { faults: found } = await outlineTemplate(String(nextValue(event, "template") ?? ""));
  return nextValue(event, "lang") === "template" ? found : found.filter(({ rule }) => rule === "yamlUnreadable");
});

export const provisioningtemplates: ResourceHooks<"provisioningtemplates"> = {
  sharesPlatformRows: true,

  checks: lineChecks([...provisioningRules, ...directiveRules], "/template", newFaults),

  async beforeValidate({ body }) {
    const sentTemplate = body.template;
    // Any other object is a mistake, which validation reports.
    const isTemplate = isObject(sentTemplate) && parts.some((name) => Object.hasOwn(sentTemplate, name));
    return isTemplate ? { ...body, template: stringify(sentTemplate) } : body;
  },

  async beforeWrite(event) {
    if (changedColumns(event).length > 0) event.values.modify_timestamp = event.context.now;
  },

  filters: { editable: { where: isEditable, accepts: isSwitch } },
};

/** `1` and `true`: those that the caller can change; `0` and `false`: the others. */
function isEditable(value: string, { resellerId }: Actor): Expression<SqlBool> {
  if (!isSwitch(value)) return sql.lit(true);
  const isWanted = ["1", "true"].includes(value.trim().toLowerCase());
  if (resellerId === null) return sql.lit(isWanted);
  const own = template("table.reseller_id", "=", resellerId);
  return isWanted ? own : template("table.reseller_id", "is", null);
}
