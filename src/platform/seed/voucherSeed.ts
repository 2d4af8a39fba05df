import { toRfc3339 } from "../../core/dateTime.ts";
import type { SeedCustomer } from "./customerSeed.ts";
import { type Draft, daysBefore, EPOCH } from "./draft.ts";
import type { Tenant } from "./tenants.ts";

/** Face values, in cents. */
const AMOUNTS = [500, 1000, 2500, 5000];
/** Without characters that are easily confused. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const DAY_MS = 86_400_000;
const YEARS_MS = 5 * 365 * DAY_MS;

/**
 * Vouchers of each reseller: most for any customer, some for one customer, some that come with a package, and a few
 * that have expired.
 */
export function addVouchers(draft: Draft, tenants: readonly Tenant[], customers: readonly SeedCustomer[]): void {
  const { random } = draft;
  for (const { id } of tenants) {
    const held = draft.rows("profilepackages").find(({ reseller_id }) => reseller_id === id);
    const own = customers.filter(({ tenant, status }) => tenant.id === id && status === "active");
    for (let count = 0; count < 12; count++) {
      draft.add("vouchers", {
        reseller_id: id,
        code: Array.from({ length: 3 }, () => block(draft)).join("-"),
        amount: random.pick(AMOUNTS),
        valid_until: count < 3 ? daysBefore(random.integer(5, 200), random) : laterThanEpoch(draft),
        customer_id: count % 4 === 3 ? random.pick(own).id : null,
        package_id: count % 6 === 5 ? (held?.id ?? null) : null,
        created_at: yearBeforeEpoch(count),
      });
    }
  }
}

function block({ random }: Draft): string {
  return Array.from({ length: 4 }, () => ALPHABET[random.integer(0, ALPHABET.length - 1)]).join("");
}

/** Made one a day, before the first of them expired. */
function yearBeforeEpoch(day: number): string {
  return toRfc3339(new Date(EPOCH.getTime() + (day - 365) * DAY_MS));
}

function laterThanEpoch({ random }: Draft): string {
  return toRfc3339(new Date(EPOCH.getTime() + YEARS_MS + random.integer(0, 365) * 86_400_000));
}
