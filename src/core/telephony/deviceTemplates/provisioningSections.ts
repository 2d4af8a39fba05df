import { descriptor as callforwards } from "../../../generated/descriptors/callforwards.gen.ts";
import { descriptor as cfmappings } from "../../../generated/descriptors/cfmappings.gen.ts";
import { descriptor as customerbalances } from "../../../generated/descriptors/customerbalances.gen.ts";
import { descriptor as customercontacts } from "../../../generated/descriptors/customercontacts.gen.ts";
import { descriptor as customerfraudpreferences } from "../../../generated/descriptors/customerfraudpreferences.gen.ts";
import { descriptor as customers } from "../../../generated/descriptors/customers.gen.ts";
import { descriptor as pbxdevices } from "../../../generated/descriptors/pbxdevices.gen.ts";
import { descriptor as subscriberregistrations } from "../../../generated/descriptors/subscriberregistrations.gen.ts";
import { descriptor as subscribers } from "../../../generated/descriptors/subscribers.gen.ts";
import { descriptor as trustedsources } from "../../../generated/descriptors/trustedsources.gen.ts";
import type { FieldDescriptor, ResourceDescriptor } from "../../schema/descriptor.ts";

/** Names of members, those of a list's items as well; null: no members below. */
export interface MemberTree {
  readonly [name: string]: MemberTree | null;
}

function membersOf(fields: readonly FieldDescriptor[]): MemberTree {
  const settable = fields.filter(
    ({ internal, name, readOnly, aliasOf }) => !internal && name !== "id" && (!readOnly || aliasOf),
  );
  return Object.fromEntries(settable.map((field) => [field.name, field.fields ? membersOf(field.fields) : null]));
}

/**
 * A section of a template and what it makes: records, settings of one that is made, or preferences of one, whose members
 * the platform knows. `resolves`: names that steps after it can use besides its own. With `extra`, its members besides the
 * fields of the resource.
 */
function section<Name extends string>(
  name: Name,
  makes: "record" | "records" | "settings" | "preferences",
  { name: resource, fields }: ResourceDescriptor,
  { resolves = [], extra = [] }: { readonly resolves?: readonly string[]; readonly extra?: readonly string[] } = {},
) {
  const further = Object.fromEntries([...resolves, ...extra].map((member) => [member, null]));
  const members: MemberTree | null = makes === "preferences" ? null : { ...membersOf(fields), ...further };
  return { name, makes, resource, resolves, members };
}

/** In the order in which they are made. */
export const sections = [
  section("contract_contact", "record", customercontacts, { resolves: ["reseller"], extra: ["identifier"] }),
  section("contract", "record", customers, {
    resolves: ["product", "billing_profile", "profile_package"],
    extra: ["identifier"],
  }),
  section("contract_balance", "settings", customerbalances),
  section("fraud_preferences", "settings", customerfraudpreferences),
  section("contract_preferences", "preferences", customers),
  section("subscriber", "record", subscribers, { resolves: ["domain"], extra: ["identifier"] }),
  section("subscriber_preferences", "preferences", subscribers),
  section("registrations", "records", subscriberregistrations),
  section("trusted_sources", "records", trustedsources),
  section("devices", "records", pbxdevices, { extra: ["profile"] }),
  section("cf_mappings", "settings", cfmappings),
  section("forwards", "settings", callforwards),
];

export type SectionName = (typeof sections)[number]["name"];
