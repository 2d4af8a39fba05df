import type { ListFilter } from "../../resource/listAddress.ts";

/** Something that is counted, on the older dashboard's card that shows it. */
export interface Count {
  readonly resource: string;
  /** Right on the card, besides that on the resource. */
  readonly card: string;
  /** What the resource's list leaves out at first is not counted either. */
  readonly filter?: ListFilter;
}

const card = (name: string) => `page.dashboard.card.${name}`;

export const counts: readonly Count[] = [
  { resource: "resellers", card: card("reseller"), filter: { status: "active,locked" } },
  { resource: "customers", card: card("customer"), filter: { status: "active,locked,pending" } },
  { resource: "subscribers", card: card("customer") },
  { resource: "domains", card: card("domain") },
  { resource: "customercontacts", card: card("customer") },
  { resource: "contracts", card: card("reseller") },
  { resource: "peeringgroups", card: card("peering") },
  { resource: "billingprofiles", card: card("billing.customerRevenue") },
  { resource: "rewriterulesets", card: card("domain") },
];
