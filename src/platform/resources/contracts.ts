import { sql } from "kysely";
import { hasValue } from "../../core/schema/valueAt.ts";
import {
  billingProfileName,
  impliedDefinition,
  intervalChecks,
  presentBilling,
  writeBilling,
} from "../features/billing/billing.ts";
import { cascadeStatus } from "../records/hookHelpers.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { ResourceHooks, Row } from "../resourceHooks.ts";

const contract = resourceExpressions<"contracts">();
const ofReseller = contract.selectFrom("resellers").select("id").whereRef("resellers.contract_id", "=", "table.id");

export const contracts: ResourceHooks<"contracts"> = {
  checks: {
    /** The schema hides the field for peers, and hidden fields are silently dropped: report it instead. */
    peeringMaxSubscribers: {
      beforeValidate: ({ body }) =>
        body.type === "sippeering" && hasValue(body.max_subscribers) ? [{ pointer: "/max_subscribers" }] : [],
    },
    ...intervalChecks,
  },

  beforeValidate: impliedDefinition,

  async beforeWrite(event) {
    writeBilling(event);
  },

  afterWriteMany: (events) => cascadeStatus(events, { resource: "resellers", by: "contract_id", of: ({ id }) => id }),

  afterRead: presentBilling,

  legacyColumns: { product_name: sql.ref("table.type"), billing_profile_name: billingProfileName },
  legacyConditions: {
    peering_contracts: ofType("sippeering"),
    reseller_contracts: ofType("reseller"),
    free_reseller_contracts: contract.and([
      ofType("reseller"),
      contract("table.status", "<>", sql.lit("terminated")),
      contract.not(contract.exists(ofReseller)),
    ]),
  },
};

function ofType(name: Row<"contracts">["type"]) {
  return contract("table.type", "=", sql.lit(name));
}
