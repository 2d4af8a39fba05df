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

/** A section of a template and what it makes: records, settings of one that is made, or preferences of one. */
export interface TemplateSection {
  readonly name: SectionName;
  readonly makes: "record" | "records" | "settings" | "preferences";
  /** Resource of the records or settings, or of the owner of the preferences. */
  readonly resource: string;
  /** Members that a section may have; absent: preferences, which the platform knows. */
  readonly members?: MemberTree;
  /** Names that steps after it can use besides its own. */
  readonly resolves: readonly string[];
}

/** Names of members, those of a list's items as well; null: no members below. */
export interface MemberTree {
  readonly [name: string]: MemberTree | null;
}

const without = (names: readonly string[]) => (field: FieldDescriptor) =>
  !field.internal && field.name !== "id" && !names.includes(field.name) && (!field.readOnly || field.aliasOf);

function membersOf(fields: readonly FieldDescriptor[], excluded: readonly string[] = []): MemberTree {
  return Object.fromEntries(
    fields.filter(without(excluded)).map((field) => [field.name, field.fields ? membersOf(field.fields) : null]),
  );
}

const leaves = (...names: string[]): MemberTree => Object.fromEntries(names.map((name) => [name, null]));
const of = ({ fields }: ResourceDescriptor, excluded: readonly string[] = []) => membersOf(fields, excluded);

/** In the order in which they are made. */
export const sections = [
  {
    name: "contract_contact",
    makes: "record",
    resource: "customercontacts",
    members: { ...of(customercontacts), ...leaves("reseller", "identifier") },
    resolves: ["reseller"],
  },
  {
    name: "contract",
    makes: "record",
    resource: "customers",
    members: { ...of(customers), ...leaves("product", "billing_profile", "profile_package", "identifier") },
    resolves: ["product", "billing_profile", "profile_package"],
  },
  {
    name: "contract_balance",
    makes: "settings",
    resource: "customerbalances",
    members: of(customerbalances),
    resolves: [],
  },
  {
    name: "fraud_preferences",
    makes: "settings",
    resource: "customerfraudpreferences",
    members: of(customerfraudpreferences),
    resolves: [],
  },
  { name: "contract_preferences", makes: "preferences", resource: "customers", resolves: [] },
  {
    name: "subscriber",
    makes: "record",
    resource: "subscribers",
    members: { ...of(subscribers), ...leaves("domain", "identifier") },
    resolves: ["domain"],
  },
  { name: "subscriber_preferences", makes: "preferences", resource: "subscribers", resolves: [] },
  {
    name: "registrations",
    makes: "records",
    resource: "subscriberregistrations",
    members: of(subscriberregistrations),
    resolves: [],
  },
  { name: "trusted_sources", makes: "records", resource: "trustedsources", members: of(trustedsources), resolves: [] },
  {
    name: "devices",
    makes: "records",
    resource: "pbxdevices",
    members: { ...of(pbxdevices), ...leaves("profile") },
    resolves: [],
  },
  { name: "cf_mappings", makes: "settings", resource: "cfmappings", members: of(cfmappings), resolves: [] },
  { name: "forwards", makes: "settings", resource: "callforwards", members: of(callforwards), resolves: [] },
] as const satisfies readonly (Omit<TemplateSection, "name"> & { readonly name: string })[];

export type SectionName = (typeof sections)[number]["name"];
