import { sql } from "kysely";
import { businessError, type FieldError } from "../../core/errors.ts";
import type { EntityHooks, WriteEvent } from "../entityHooks.ts";
import { checkReseller, isChanged, nextValue, refuse } from "./checks.ts";

export const vouchers: EntityHooks = {
  async beforeWrite(event) {
    refuse([...(await checkReseller(event)), ...(await checkCustomer(event))]);
  },

  filters: {
    // Older clients ask for the whole code, wrapped up so that any character travels in an address.
    base64_code: {
      reads: "code",
      where: (value) => sql<boolean>`${sql.ref("table.code")} = ${decode(value)}`,
    },
  },
};

/** A voucher for one customer is worth nothing with another reseller's. */
async function checkCustomer(event: WriteEvent): Promise<FieldError[]> {
  const customerId = nextValue(event, "customer_id");
  if (!isChanged(event, "customer_id") || typeof customerId !== "number") return [];
  const customer = await event.work.load("customers", customerId);
  return customer && customer.reseller_id !== nextValue(event, "reseller_id")
    ? [businessError("/customer_id", "otherReseller")]
    : [];
}

/** PostgreSQL has no text with a zero character; such a code is nobody's. */
function decode(value: string): string {
  return Buffer.from(value, "base64").toString("utf8").replaceAll("\0", "");
}
