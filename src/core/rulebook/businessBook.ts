import type { BusinessRule } from "../businessRules.ts";

/** A rule that only a state of other records can break, at the field where it is told. */
export interface BusinessEntry {
  readonly rule: BusinessRule;
  readonly resource: string;
  readonly pointer: string;
  /** Where it is provoked; absent: `npm run rules -- verify` makes the state and provokes it itself. */
  readonly test?: string;
}

const preferences = "src/platform/preferences/preferenceRoutes.test.ts";
const timesets = "src/platform/entities/timesets.test.ts";
const values = "src/platform/preferences/readValue.test.ts";

/**
 * What no schema can say. The state that each needs is described under `rulebook.states.<rule>`; `fixed` is not among
 * them, as the schema says which fields are.
 */
export const businessBook: readonly BusinessEntry[] = [
  { rule: "passwordUsed", resource: "admins", pointer: "/password", test: "src/platform/auth/passwordChange.test.ts" },
  { rule: "terminated", resource: "billingprofiles", pointer: "/reseller_id" },
  { rule: "frozenInUse", resource: "billingprofiles", pointer: "/interval_charge" },
  { rule: "prepaidOnContract", resource: "contracts", pointer: "/billing_profile_id" },
  { rule: "peeringMaxSubscribers", resource: "contracts", pointer: "/max_subscribers" },
  { rule: "intervalOpenNeeded", resource: "contracts", pointer: "/billing_profiles" },
  { rule: "intervalStopAlone", resource: "contracts", pointer: "/billing_profiles/0/start" },
  {
    rule: "intervalOpenRefused",
    resource: "contracts",
    pointer: "/billing_profiles/0/start",
    test: "src/platform/entities/billingIntervals.test.ts",
  },
  {
    rule: "intervalOrder",
    resource: "contracts",
    pointer: "/billing_profiles/0/stop",
    test: "src/platform/entities/billingIntervals.test.ts",
  },
  {
    rule: "cloudPbxNeeded",
    resource: "autoattendants",
    pointer: "/slots",
    test: "src/platform/entities/subscriberSettings.test.ts",
  },
  { rule: "otherReseller", resource: "customers", pointer: "/billing_profile_id" },
  { rule: "otherReseller", resource: "headerruleactions", pointer: "/rwr_set_id" },
  { rule: "otherReseller", resource: "headerruleconditions", pointer: "/rwr_set_id" },
  {
    rule: "otherReseller",
    resource: "headerrulesets",
    pointer: "/subscriber_id",
    test: "src/platform/entities/headerrules.test.ts",
  },
  { rule: "otherReseller", resource: "ncoslevels", pointer: "/time_set_id" },
  { rule: "otherReseller", resource: "ncossetlevels", pointer: "/ncos_level_id" },
  { rule: "duplicateRule", resource: "peeringinboundrules", pointer: "/pattern" },
  { rule: "duplicateRule", resource: "peeringrules", pointer: "/callee_pattern" },
  { rule: "preferenceUnknown", resource: "subscriberprofiles", pointer: "/attributes/0" },
  {
    rule: "pbxNeeded",
    resource: "managersecretary",
    pointer: "/secretary_numbers",
    test: "src/platform/entities/subscriberServices.test.ts",
  },
  {
    rule: "noColleague",
    resource: "managersecretary",
    pointer: "/secretary_numbers/0/number",
    test: "src/platform/entities/subscriberServices.test.ts",
  },
  { rule: "numberUnknown", resource: "interceptions", pointer: "/number" },
  { rule: "shorterThanPrefix", resource: "numberblocks", pointer: "/sn_length" },
  { rule: "numberTooLong", resource: "numberblocks", pointer: "/sn_length" },
  {
    rule: "primaryNumberMove",
    resource: "numbers",
    pointer: "/subscriber_id",
    test: "src/platform/entities/subscriberServices.test.ts",
  },
  { rule: "otherReseller", resource: "subscribers", pointer: "/domain_id" },
  { rule: "otherReseller", resource: "subscribers", pointer: "/profile_set_id" },
  { rule: "profileNotInSet", resource: "subscribers", pointer: "/profile_id" },
  { rule: "pilotNeeded", resource: "subscribers", pointer: "/is_pbx_pilot" },
  { rule: "groupPilotNeeded", resource: "subscribers", pointer: "/is_pbx_pilot" },
  { rule: "pilotTaken", resource: "subscribers", pointer: "/is_pbx_pilot" },
  {
    rule: "extensionOutOfRange",
    resource: "subscribers",
    pointer: "/pbx_extension",
    test: "src/platform/entities/subscribers.test.ts",
  },
  { rule: "otherCustomer", resource: "subscribers", pointer: "/pbx_groupmember_ids/0" },
  { rule: "numberTaken", resource: "subscribers", pointer: "/primary_number" },
  { rule: "numberTooLong", resource: "subscribers", pointer: "/primary_number" },
  {
    rule: "numbersTaken",
    resource: "subscribers",
    pointer: "/alias_numbers",
    test: "src/platform/entities/subscribers.test.ts",
  },
  {
    rule: "soundHandleUnknown",
    resource: "soundfiles",
    pointer: "/handle",
    test: "src/platform/entities/sounds.test.ts",
  },
  { rule: "calendarUnreadable", resource: "timesets", pointer: "/calendarfile", test: timesets },
  { rule: "calendarLine", resource: "timesets", pointer: "/calendarfile", test: timesets },
  {
    rule: "otherSubscriber",
    resource: "cfmappings",
    pointer: "/cfu/0/destinationset_id",
    test: "src/platform/entities/callForwards.test.ts",
  },
  { rule: "otherReseller", resource: "vouchers", pointer: "/customer_id" },
  {
    rule: "preferenceAdminOnly",
    resource: "subscriberpreferences",
    pointer: "",
    test: "src/platform/entities/subscriberprofiles.test.ts",
  },
  { rule: "preferenceSingle", resource: "subscriberpreferences", pointer: "", test: values },
  { rule: "preferenceList", resource: "subscriberpreferences", pointer: "", test: values },
  { rule: "duplicateValue", resource: "subscriberpreferences", pointer: "", test: values },
  { rule: "preferenceNameUnknown", resource: "subscriberpreferences", pointer: "", test: preferences },
];

/**
 * Rules with a text that nothing in this product breaks yet: their screens, or the data behind them, are not there, or
 * another rule comes first (a contact of the other kind is no such contact at all: `reference`).
 */
export const withoutCause: readonly BusinessRule[] = [
  "systemContactNeeded",
  "customerContactNeeded",
  "contractTaken",
  "contractOfCustomer",
  "packageOnContract",
  "productMismatch",
  "belowUsage",
  "primaryNumberNeeded",
  "pilotNumberNeeded",
  "resellerOnSystemContact",
  "zoneOfOtherProfile",
  "fraudInterval",
  "voucherUnknown",
  "voucherUsed",
  "priorityTaken",
  "patternNeeded",
  "parentLoop",
  "notOwnNumber",
  "callForwardType",
  "preferenceReadOnly",
  "preferenceFileSize",
];
