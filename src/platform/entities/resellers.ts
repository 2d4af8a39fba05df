import { businessError, type FieldError, PlatformError } from "../../core/errors.ts";
import { sql } from "kysely";
import type { EntityHooks, Row, Work, WriteEvent } from "../entityHooks.ts";
import { isChanged, passStatusOn, refuse, statusChange } from "./checks.ts";

/** The reseller that owns the platform itself. */
const SYSTEM_RESELLER = 1;
/** What goes for good with a terminated reseller; its customers and subscribers are terminated instead. */
const OWNED = ["domains", "admins", "rewriterulesets"] as const;
const NAME_LENGTH = 63;

export const resellers: EntityHooks = {
  async beforeWrite(event) {
    await freeName(event);
    refuse(await checkContract(event));
    const change = statusChange(event);
    if (change?.to === "terminated") assertMayTerminate(event);
  },

  async afterWrite(event) {
    const change = statusChange(event);
    if (!change) return;
    const { work, row } = event;
    await passToContract(work, row, change.to);
    await passStatusOn(work, "customers", await work.find("customers", { reseller_id: row.id }), change.to);
    if (change.to === "terminated") await eraseOwned(work, row.id);
  },

  legacyNarrow: { not_terminated: sql<boolean>`${sql.ref("table.status")} <> 'terminated'` },
};

/** A terminated reseller gives its name up for a new one. */
async function freeName({ work, values, previous }: WriteEvent): Promise<void> {
  if (typeof values.name !== "string" || values.name === previous?.name) return;
  for (const namesake of await work.find("resellers", { name: values.name, status: "terminated" })) {
    if (namesake.id === previous?.id) continue;
    const name = `old_${namesake.id}_${values.name}`.slice(0, NAME_LENGTH);
    await work.change("resellers", [namesake.id], { name });
  }
}

async function checkContract(event: WriteEvent): Promise<FieldError[]> {
  if (!isChanged(event, "contract_id")) return [];
  const { work, values, previous } = event;
  const others = await work.find("resellers", { contract_id: values.contract_id });
  return others.some((other) => other.id !== previous?.id) ? [businessError("/contract_id", "contractTaken")] : [];
}

function assertMayTerminate({ work, previous }: WriteEvent): void {
  if (previous?.id === SYSTEM_RESELLER) throw new PlatformError("reseller_protected");
  if (previous?.id === work.actor.admin.reseller_id) throw new PlatformError("own_reseller");
}

async function passToContract(work: Work, row: Row, status: string): Promise<void> {
  const contract = await work.load("contracts", Number(row.contract_id));
  if (contract) await passStatusOn(work, "contracts", [contract], status);
}

async function eraseOwned(work: Work, resellerId: number): Promise<void> {
  for (const resource of OWNED) {
    const rows = await work.find(resource, { reseller_id: resellerId });
    await work.erase(
      resource,
      rows.map((row) => row.id),
    );
  }
}
