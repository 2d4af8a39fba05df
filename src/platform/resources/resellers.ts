import { sql } from "kysely";
import { PlatformError } from "../../core/validation/errors.ts";
import { copyMissingTemplates } from "../features/mailTemplates/templates.ts";
import { cascadeStatus, statusChange } from "../records/hookHelpers.ts";
import { isAskable } from "../records/query/operators.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { ResourceHooks, ValidateEvent } from "../resourceHooks.ts";

const MAX_NAME_LENGTH = 63;

export const resellers: ResourceHooks<"resellers"> = {
  async beforeValidate(event) {
    await freeName(event);
    return event.body;
  },

  async beforeWrite(event) {
    const isOwn = event.previous?.id === event.context.actor.admin.reseller_id;
    if (isOwn && statusChange(event)?.to === "terminated") throw new PlatformError("own_reseller");
  },

  async afterWrite({ mode, context, row }) {
    if (mode === "create") await copyMissingTemplates(context, row.id);
  },

  async afterWriteMany(events) {
    await cascadeStatus(events, { resource: "contracts", by: "id", of: ({ contract_id }) => contract_id });
    await cascadeStatus(events, { resource: "customers", by: "reseller_id", of: ({ id }) => id });
  },

  legacyConditions: { not_terminated: resourceExpressions<"resellers">()("table.status", "<>", sql.lit("terminated")) },
};

/** A terminated reseller frees its name. */
async function freeName({ context, body, previous }: ValidateEvent<"resellers">): Promise<void> {
  if (!isAskable(body.name) || body.name === previous?.name) return;
  for (const namesake of await context.findBy("resellers", { name: body.name, status: "terminated" })) {
    if (namesake.id === previous?.id) continue;
    const name = `old_${namesake.id}_${body.name}`.slice(0, MAX_NAME_LENGTH);
    await context.updateMany("resellers", [namesake.id], { name });
  }
}
