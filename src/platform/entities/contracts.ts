import { sql } from "kysely";
import type { WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import type { EntityHooks, PrepareEvent } from "../entityHooks.ts";
import { rowsOf } from "../query/rowsOf.ts";
import { billingProfileName, impliedDefinition, presentBilling, writeBilling } from "./billing.ts";
import { passStatusOn, refuse } from "./checks.ts";

const contract = rowsOf<"contracts">();
const ofReseller = contract.selectFrom("resellers").select("id").whereRef("resellers.contract_id", "=", "table.id");

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

  legacyColumns: { product_name: sql.ref("table.type"), billing_profile_name: billingProfileName },
  legacyNarrow: {
    peering_contracts: ofType("sippeering"),
    reseller_contracts: ofType("reseller"),
    free_reseller_contracts: contract.and([
      ofType("reseller"),
      contract("table.status", "<>", sql.lit("terminated")),
      contract.not(contract.exists(ofReseller)),
    ]),
  },
};

function ofType(name: string) {
  return contract("table.type", "=", sql.lit(name));
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
