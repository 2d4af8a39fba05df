import { sql } from "kysely";
import { PlatformError } from "../../core/errors.ts";
import type { EntityHooks, PrepareEvent, Row, Work } from "../entityHooks.ts";
import { isAskable, passStatusOn, statusChange } from "./checks.ts";

const NAME_LENGTH = 63;

export const resellers: EntityHooks = {
  async prepare(event) {
    await freeName(event);
    return event.body;
  },

  async beforeWrite(event) {
    const isOwn = event.previous?.id === event.work.actor.admin.reseller_id;
    if (isOwn && statusChange(event)?.to === "terminated") throw new PlatformError("own_reseller");
  },

  async afterWrite(event) {
    const change = statusChange(event);
    if (!change) return;
    const { work, row } = event;
    await passToContract(work, row, change.to);
    await passStatusOn(work, "customers", await work.find("customers", { reseller_id: row.id }), change.to);
  },

  legacyNarrow: { not_terminated: sql<boolean>`${sql.ref("table.status")} <> 'terminated'` },
};

/** A terminated reseller gives its name up for another one. */
async function freeName({ work, body, previous }: PrepareEvent): Promise<void> {
  if (!isAskable(body.name) || body.name === previous?.name) return;
  for (const namesake of await work.find("resellers", { name: body.name, status: "terminated" })) {
    if (namesake.id === previous?.id) continue;
    const name = `old_${namesake.id}_${body.name}`.slice(0, NAME_LENGTH);
    await work.change("resellers", [namesake.id], { name });
  }
}

async function passToContract(work: Work, row: Row, status: string): Promise<void> {
  const contract = await work.load("contracts", Number(row.contract_id));
  if (contract) await passStatusOn(work, "contracts", [contract], status);
}
