import type { BusinessRule } from "../businessRules.ts";

/** A rule that only the state of other records can break, at the field where it is reported. */
export interface BusinessEntry {
  readonly rule: BusinessRule;
  readonly resource: string;
  readonly pointer: string;
  /** Test that triggers it; absent: `npm run rules -- verify` sets up the state itself. */
  readonly test?: string;
}

const preferences = "src/platform/routes/preferences.test.ts";
const timesets = "src/platform/entities/timesets.test.ts";
const values = "src/platform/preferences/readValue.test.ts";

/**
 * Rules that no schema can express. The state that each needs is described under `rulebook.states.<rule>`; `fixed` is
 * not listed, because the schema says which fields are.
 */
export const businessBook: readonly BusinessEntry[] = [
  { rule: "passwordUsed", resource: "admins", pointer: "/password", test: "src/platform/auth/passwordChange.test.ts" },
  { rule: "terminated", resource: "billingprofiles", pointer: "/reseller_id" },
  { rule: "frozenInUse", resource: "billingprofiles", pointer: "/interval_charge" },
  { rule: "overlaps", resource: "billingprofiles", pointer: "/peaktime_weekdays/1/start" },
  { rule: "overlaps", resource: "billingprofiles", pointer: "/peaktime_special/1/start" },
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
  {
    rule: "aliasesDiffer",
    resource: "cfmappings",
    pointer: "/cfu/0/timeset_id",
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
 * Rules with a text that nothing in this product can trigger yet: their screens or data do not exist, or another rule
 * comes first (a contact of the wrong kind is not found at all: `reference`).
 */
export const withoutCause: readonly BusinessRule[] = [
  "pilotNumberNeeded",
  "parentLoop",
  "preferenceReadOnly",
  "preferenceFileSize",
];
