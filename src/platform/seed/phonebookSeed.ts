import type { SeedCustomer } from "./customerSeed.ts";
import type { Draft } from "./draft.ts";
import type { SeedRow } from "./insertRows.ts";
import type { Market } from "./markets.ts";
import { firstNames, lastNames } from "./names.ts";
import type { Tenant } from "./tenants.ts";

/** Entries of resellers. */
const SERVICES = ["Customer service", "Fault reports", "Invoices and payments", "Sales"];
/** Entries of customers. */
const PARTNERS = ["Taxi", "Print shop", "Tax adviser", "Building services"];

type Owner = Pick<SeedRow, "reseller_id" | "customer_id" | "subscriber_id">;

/** Phonebooks of the resellers, their customers, and the first subscriber of each customer. */
export function addPhonebooks(draft: Draft, tenants: readonly Tenant[], customers: readonly SeedCustomer[]): void {
  for (const { id, market } of tenants) {
    addEntries(draft, market, { reseller_id: id, customer_id: null, subscriber_id: null }, SERVICES);
  }
  const subscribers = draft.tables.subscribers ?? [];
  for (const { id, tenant } of customers) {
    const owner = { reseller_id: tenant.id, customer_id: id, subscriber_id: null };
    addEntries(draft, tenant.market, owner, PARTNERS);
    const first = subscribers.find((row) => row.customer_id === id);
    if (first) addEntries(draft, tenant.market, { ...owner, subscriber_id: Number(first.id) }, people(id));
  }
}

/** The first entry of a subscriber is shared. */
function addEntries(draft: Draft, { cc, contacts }: Market, owner: Owner, names: readonly string[]): void {
  const start = (draft.tables.phonebookentries ?? []).length;
  for (const [index, name] of names.entries()) {
    const tail = String((start + index) % 10 ** contacts.free).padStart(contacts.free, "0");
    draft.add("phonebookentries", {
      ...owner,
      name,
      number: `+${cc}${contacts.ac}${contacts.prefix}${tail}`,
      shared: owner.subscriber_id === null ? null : index === 0,
    });
  }
}

function people(seed: number): string[] {
  return [0, 1, 2].map((place) => {
    const first = firstNames[(seed + place * 7) % firstNames.length];
    return `${first} ${lastNames[(seed * 3 + place * 11) % lastNames.length]}`;
  });
}
