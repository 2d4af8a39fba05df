import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import type { EntityHooks, PrepareEvent, WriteEvent } from "../entityHooks.ts";
import { billingProfileName, impliedDefinition, presentBilling, writeBilling } from "./billing.ts";
import { isChanged, passStatusOn, refuse, statusChange } from "./checks.ts";

const status = sql.ref("table.status");
const type = sql.ref("table.type");

export const contracts: EntityHooks = {
  async prepare(event) {
    refuse(checkMaxSubscribers(event));
    return impliedDefinition(event);
  },

  async beforeWrite(event) {
    refuse([...(await checkContact(event)), ...(await writeBilling(event, "systemContract"))]);
  },

  async afterWrite(event) {
    const change = statusChange(event);
    // Resellers know no "pending": they keep what they have.
    if (!change || change.to === "pending") return;
    const { work, row } = event;
    await passStatusOn(work, "resellers", await work.find("resellers", { contract_id: row.id }), change.to);
  },

  present: presentBilling,

  legacyColumns: { product_name: type, billing_profile_name: billingProfileName },
  legacyNarrow: {
    peering_contracts: ofType("sippeering"),
    reseller_contracts: ofType("reseller"),
    free_reseller_contracts: sql<boolean>`${ofType("reseller")} and ${status} <> 'terminated' and not exists (
      select 1 from resellers where resellers.contract_id = ${sql.ref("table.id")})`,
  },
};

function ofType(name: string): RawBuilder<boolean> {
  return sql<boolean>`${type} = ${sql.lit(name)}`;
}

/** The schema hides the field for peers, and what is hidden is dropped: here it would be dropped without a word. */
function checkMaxSubscribers({ body }: Pick<PrepareEvent, "body">): FieldError[] {
  return body.type === "sippeering" && isGiven(body, "max_subscribers")
    ? [businessError("/max_subscribers", "peeringMaxSubscribers")]
    : [];
}

function isGiven(body: WireRecord, field: string): boolean {
  return body[field] !== undefined && body[field] !== null && body[field] !== "";
}

async function checkContact(event: WriteEvent): Promise<FieldError[]> {
  if (!isChanged(event, "contact_id")) return [];
  const contact = await event.work.load("systemcontacts", Number(event.values.contact_id));
  if (!contact || contact.reseller_id !== null) return [businessError("/contact_id", "systemContactNeeded")];
  return contact.status === "terminated" ? [businessError("/contact_id", "terminated")] : [];
}
