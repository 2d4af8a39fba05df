import { toRfc3339 } from "../../core/dateTime.ts";
import { bankAccount } from "./bank.ts";
import { type Draft, daysBefore, EPOCH } from "./draft.ts";
import type { NumberRange } from "./markets.ts";
import { firstNames, lastNames, slug } from "./names.ts";
import { openInterval, type Tenant } from "./tenants.ts";

/** A customer of the demonstration without its subscribers. */
export interface SeedCustomer {
  readonly id: number;
  readonly tenant: Tenant;
  readonly company: string;
  readonly host: string;
  readonly status: string;
  readonly since: string;
  /** Number of subscribers to add, including pilot and groups. */
  readonly size: number;
  /** For cloud PBX customers only. */
  readonly pbx?: { readonly block: NumberRange; readonly domainId: number };
}

/** Sizes of cloud PBX customers and of customers with single lines, by reseller; 400 subscribers in total. */
const sizes = [
  { pbx: [24, 18, 12, 30, 15, 9], lines: [12, 8, 6, 10, 5, 4, 9, 3, 2, 1] },
  { pbx: [26, 20, 14, 11, 22, 16], lines: [10, 8, 7, 9, 5, 4, 3, 4] },
  { pbx: [12, 10, 11], lines: [9, 8, 6, 7, 5, 3, 2] },
] as const;
/** All others are active. */
const statusOf: Readonly<Record<string, string>> = { "Redcar Cycles": "locked", "Seehaus Klinik": "pending" };

/** The customer of the platform itself, with id 1, and forty customers of the resellers. */
export function addCustomers(draft: Draft, tenants: readonly Tenant[]): SeedCustomer[] {
  addPlatformCustomer(draft);
  return tenants.flatMap((tenant, index) => {
    const { pbx, lines } = sizes[index] ?? { pbx: [], lines: [] };
    const [forPbx, forLines] = [tenant.companies.slice(0, pbx.length), tenant.companies.slice(pbx.length)];
    return [
      ...forPbx.map((company, place) =>
        addCustomer(draft, tenant, company, pbx[place] ?? 0, tenant.market.blocks[place]),
      ),
      ...forLines.map((company, place) => addCustomer(draft, tenant, company, lines[place] ?? 0, undefined)),
    ];
  });
}

function addPlatformCustomer(draft: Draft): void {
  const contactId = draft.add("contacts", {
    reseller_id: 1,
    status: "active",
    company: "Platform test lines",
    email: "testlines@platform.example",
    country: "GB",
  });
  const since = toRfc3339(EPOCH);
  draft.add("customers", {
    ...customerRow("sipaccount", "active", since),
    reseller_id: 1,
    contact_id: contactId,
    external_id: "SYSTEM",
    all_billing_profiles: [openInterval(1, since)],
  });
}

function addCustomer(
  draft: Draft,
  tenant: Tenant,
  company: string,
  size: number,
  block: NumberRange | undefined,
): SeedCustomer {
  const { random } = draft;
  const { market } = tenant;
  const host = `${slug(company)}.example`;
  const since = daysBefore(random.integer(30, 1100), random);
  const status = statusOf[company] ?? "active";
  const contactId = addContact(draft, tenant, company, host, block?.city ?? random.pick(market.singles).city);
  const type = block ? "pbxaccount" : "sipaccount";
  const id = draft.add("customers", {
    ...customerRow(type, status, since),
    reseller_id: tenant.id,
    contact_id: contactId,
    max_subscribers: block ? Math.ceil(size / 10) * 10 + 10 : null,
    external_id: `${market.country}-${10_000 + contactId}`,
    vat_rate: market.vatRate,
    add_vat: market.vatRate > 0,
    all_billing_profiles: intervals(draft, tenant, since, block !== undefined),
  });
  const base = { id, tenant, company, host, status, since, size };
  if (!block) return base;
  const domain = `${slug(company)}.${tenant.pbxDomain}`;
  return { ...base, pbx: { block, domainId: draft.add("domains", { reseller_id: tenant.id, domain }) } };
}

function customerRow(type: string, status: string, since: string) {
  return {
    type,
    status,
    max_subscribers: null,
    vat_rate: 0,
    add_vat: false,
    create_timestamp: since,
    activate_timestamp: status === "pending" ? null : since,
    modify_timestamp: since,
    terminate_timestamp: null,
  };
}

/** Most have kept their tariff; some changed it last summer, and a few will in the future. */
function intervals({ random }: Draft, { profiles }: Tenant, since: string, isPbx: boolean) {
  const first = isPbx ? profiles.business : random.pick([profiles.residential, profiles.residential, profiles.prepaid]);
  const held = [openInterval(first, since)];
  if (random.chance(0.2)) held.push(startingAt(profiles.business, later(since, "2025-07-01T00:00:00Z")));
  if (random.chance(0.15)) held.push(startingAt(profiles.residential, "2031-01-01T00:00:00Z"));
  return held;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function startingAt(profileId: number, start: string) {
  return { ...openInterval(profileId, start), start };
}

function addContact(draft: Draft, tenant: Tenant, company: string, host: string, city: string): number {
  const { random } = draft;
  const { market } = tenant;
  const { cc, ac, sn } = draft.numbers(market.cc).take(market.contacts);
  return draft.add("contacts", {
    reseller_id: tenant.id,
    status: "active",
    company,
    firstname: random.pick(firstNames),
    lastname: random.pick(lastNames),
    email: `office@${host}`,
    phonenumber: `+${cc} ${ac} ${sn}`,
    street: `${random.pick(market.streets)} ${random.integer(1, 90)}`,
    postcode: random.pick(market.postcodes),
    city,
    country: market.country,
    timezone: market.timezone,
    vatnum: market.country === "US" ? null : `${market.country}${random.digits(9)}`,
    comregnum: `${market.country}-${random.digits(6)}`,
    ...bankAccount(market, random),
  });
}
