import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import type { EntityHooks, PrepareEvent } from "../entityHooks.ts";
import { billingProfileName, impliedDefinition, presentBilling, writeBilling } from "./billing.ts";
import { passStatusOn, refuse } from "./checks.ts";

const status = sql.ref("table.status");
const type = sql.ref("table.type");

export const contracts: EntityHooks<"contracts"> = {
  async prepare(event) {
    refuse(checkMaxSubscribers(event));
    return impliedDefinition(event);
  },

  async beforeWrite(event) {
    refuse(writeBilling(event));
  },

  afterWriteAll: (events) => passStatusOn(events, { resource: "resellers", by: "contract_id", of: ({ id }) => id }),

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

/** The schema hides the field for peers, and hidden fields are silently dropped: report it instead. */
function checkMaxSubscribers({ body }: Pick<PrepareEvent<"contracts">, "body">): FieldError[] {
  return body.type === "sippeering" && isGiven(body, "max_subscribers")
    ? [businessError("/max_subscribers", "peeringMaxSubscribers")]
    : [];
}

function isGiven(body: WireRecord, field: string): boolean {
  return body[field] !== undefined && body[field] !== null && body[field] !== "";
}
