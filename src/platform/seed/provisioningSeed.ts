import type { Draft } from "./draft.ts";
import { EPOCH } from "./draft.ts";
import { slug } from "./names.ts";
import type { Tenant } from "./tenants.ts";

/** A single line with its customer, from five fields: a template of the first reseller. */
export function addProvisioningTemplates(draft: Draft, [tenant]: readonly Tenant[]): void {
  if (!tenant) return;
  const { market } = tenant;
  const [range] = market.singles;
  draft.add("provisioningtemplates", {
    reseller_id: tenant.id,
    name: "Office starter kit",
    description: "A phone line for a small office, with its customer and the usual limits",
    lang: "template",
    template: `# Every line of a file makes a subscriber; lines with the same customer number share a customer.
fields:
  - { name: customer, label: Customer number, type: text, required: true, max_length: 40 }
  - { name: company, label: Company, type: text, required: true }
  - { name: email, label: Email, type: email, required: true }
  - { name: extension, label: Last three digits, type: text, format: digits, required: true, min_length: 3, max_length: 3 }
  - { name: person, label: Name, type: text, required: true }
  - { name: simultaneous, label: Calls at a time, type: integer, default: 2, minimum: 1, maximum: 20 }
  - { name: user, type: calculated, value_code: "office-[% row.extension %]" }

contract_contact:
  identifier: email, company
  company_code: "[% row.company %]"
  email_code: "[% row.email %]"
  country: ${market.country}
  timezone: ${market.timezone}

contract:
  identifier: external_id
  external_id_code: "[% row.customer %]"
  product: Basic SIP Account
  billing_profile: Business 2000 minutes

subscriber:
  domain: sip.${slug(tenant.name)}.example
  username_code: "[% row.user %]"
  password_code: "[% row.sip_password %]"
  display_name_code: "[% row.person %]"
  email_code: "[% row.email %]"
  primary_number:
    cc: ${market.cc}
    ac: ${range?.ac ?? ""}
    sn_code: "${range?.prefix ?? ""}[% row.extension %]"

subscriber_preferences:
  concurrent_max_code: "[% row.simultaneous %]"
`,
    create_timestamp: EPOCH,
    modify_timestamp: EPOCH,
  });
}
