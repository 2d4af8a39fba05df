import { toRfc3339 } from "../../core/dateTime.ts";
import type { Interval } from "../entities/billingIntervals.ts";
import { bankAccount } from "./bank.ts";
import { addProfiles, plainProfile, type TenantProfiles } from "./billingSeed.ts";
import { type Draft, EPOCH } from "./draft.ts";
import { america, britain, germany, type Market } from "./markets.ts";
import { american, british, german, slug } from "./names.ts";
import { addSubscriberProfiles, type SeedProfiles } from "./profileSeed.ts";
import { addRewriteRules } from "./rewriteSeed.ts";

/** A reseller of the demonstration with the records that its customers need. */
export interface Tenant {
  readonly id: number;
  readonly name: string;
  readonly market: Market;
  readonly companies: readonly string[];
  /** Domain of single lines; cloud PBX customers have a subdomain of `pbxDomain` each. */
  readonly domainId: number;
  readonly pbxDomain: string;
  readonly rewriteRuleSetId: number;
  /** Subscriber profiles of single lines. */
  readonly lineProfiles: SeedProfiles;
  readonly profiles: TenantProfiles;
}

const plans = [
  { name: "Albion Voice", market: britain, companies: british },
  { name: "Spreeklang", market: germany, companies: german },
  { name: "Bayview Telecom", market: america, companies: american },
] as const;

/** The id of the platform's own reseller, and of its contact, contract and billing profile. */
export const PLATFORM_ID = 1;

/** The reseller of the platform itself, with contract and billing profile: the first records of an empty database. */
export function addPlatform(draft: Draft, contact: number): void {
  const profile = draft.add("billingprofiles", {
    reseller_id: PLATFORM_ID,
    ...plainProfile,
    handle: "default",
    name: "Default Billing Profile",
  });
  const contract = addContract(draft, {
    type: "reseller",
    contactId: contact,
    profileId: profile,
    externalId: "SYSTEM",
  });
  draft.add("resellers", { contract_id: contract, name: "default", status: "active", enable_rtc: false });
}

/** The domain of the platform itself, three resellers, and an unused contract for a fourth one. */
export function addTenants(draft: Draft): Tenant[] {
  draft.add("domains", { reseller_id: 1, domain: "voip.platform.example" });
  const tenants = plans.map((plan) => addTenant(draft, plan));
  const contact = addSystemContact(draft, "Fjord Connect", "contracts@fjordconnect.example", britain);
  addContract(draft, {
    type: "reseller",
    contactId: contact,
    profileId: 1,
    externalId: "RS-1004",
    maxSubscribers: 500,
  });
  return tenants;
}

function addTenant(draft: Draft, { name, market, companies }: (typeof plans)[number]): Tenant {
  const host = `${slug(name)}.example`;
  const contactId = addSystemContact(draft, name, `contracts@${host}`, market);
  const externalId = `RS-${1000 + contactId}`;
  const contractId = addContract(draft, {
    type: "reseller",
    contactId,
    profileId: 1,
    externalId,
    maxSubscribers: 2000,
  });
  const id = draft.add("resellers", { contract_id: contractId, name, status: "active", enable_rtc: false });
  return {
    id,
    name,
    market,
    companies,
    domainId: draft.add("domains", { reseller_id: id, domain: `sip.${host}` }),
    pbxDomain: `pbx.${host}`,
    rewriteRuleSetId: addRewriteRules(draft, id, market),
    profiles: addProfiles(draft, id, market),
    lineProfiles: addSubscriberProfiles(draft, id),
  };
}

interface ContractPlan {
  readonly type: "reseller" | "sippeering";
  readonly contactId: number;
  readonly profileId: number;
  readonly externalId: string;
  readonly maxSubscribers?: number;
}

export function addContract(draft: Draft, plan: ContractPlan): number {
  return draft.add("contracts", {
    type: plan.type,
    contact_id: plan.contactId,
    status: "active",
    external_id: plan.externalId,
    max_subscribers: plan.maxSubscribers ?? null,
    all_billing_profiles: [openInterval(plan.profileId, toRfc3339(EPOCH))],
  });
}

export function openInterval(profileId: number, since: string): Interval {
  return { profile_id: profileId, start: null, stop: null, effective_start_time: since };
}

export function addSystemContact(draft: Draft, company: string, email: string, market: Market): number {
  const { random } = draft;
  const city = random.pick(market.blocks).city;
  return draft.add("contacts", {
    reseller_id: null,
    status: "active",
    company,
    email,
    street: `${random.pick(market.streets)} ${random.integer(1, 90)}`,
    postcode: random.pick(market.postcodes),
    city,
    country: market.country,
    timezone: market.timezone,
    ...bankAccount(market, random),
  });
}
