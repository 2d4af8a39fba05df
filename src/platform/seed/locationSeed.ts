import type { SeedCustomer } from "./customerSeed.ts";
import type { Draft } from "./draft.ts";

/** Networks of sixteen addresses in an IPv4 block for documentation. */
const NETWORKS = 16;

/** Two sites of each cloud PBX customer, with documentation addresses. */
export function addLocations(draft: Draft, customers: readonly SeedCustomer[]): void {
  for (const [index, { id, tenant }] of customers.filter(({ pbx }) => pbx).entries()) {
    const owner = { contract_id: id, reseller_id: tenant.id };
    draft.add("customerlocations", {
      ...owner,
      name: "Head office",
      description: "Offices and reception",
      blocks: [
        { ip: `192.0.2.${(index % NETWORKS) * 16}`, mask: 28 },
        { ip: `2001:db8:${index + 1}::`, mask: 48 },
      ],
    });
    draft.add("customerlocations", {
      ...owner,
      name: "Warehouse",
      description: "Warehouse and deliveries",
      blocks: [{ ip: `198.51.100.${index + 1}` }],
    });
  }
}
