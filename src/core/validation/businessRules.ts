import type { Json } from "../schema/descriptor.ts";
import { directiveRules, provisioningRules, runRules } from "./deviceTemplateRules.ts";
import type { FieldError } from "./errors.ts";
import { templateRules } from "./invoiceTemplateRules.ts";

/**
 * Rules about a field's value that depend on other records or the field's history, so only the server can check them.
 * They answer 422 with an error at the field; texts are in i18n under `rules.business.<name>`.
 */
export const businessRules = [
  // Any resource
  "fixed",
  "aliasesDiffer",
  "otherReseller",
  "otherCustomer",
  "otherSubscriber",
  "terminated",
  "evaluationTooLong",
  // Sounds
  "soundHandleUnknown",
  // Devices
  "connectsSameKind",
  "keysUnknown",
  "keyOutOfRange",
  "tooManyModules",
  "notDeviceId",
  ...directiveRules,
  // Provisioning templates
  ...provisioningRules,
  ...runRules,
  // Time sets
  "calendarUnreadable",
  "calendarLine",
  // Administrators
  "passwordUsed",
  // Contracts and customers
  "prepaidOnContract",
  "peeringMaxSubscribers",
  "intervalOpenNeeded",
  "intervalOpenRefused",
  "intervalStopAlone",
  "intervalOrder",
  // Subscribers
  // Named by the specification; `required` at the same field always comes first.
  "pilotNumberNeeded",
  "pilotNeeded",
  "pilotTaken",
  "groupPilotNeeded",
  "extensionOutOfRange",
  "numberTaken",
  "numbersTaken",
  "numberTooLong",
  "primaryNumberMove",
  "numberUnknown",
  "shorterThanPrefix",
  "profileNotInSet",
  // Cloud PBX
  "pbxNeeded",
  "noColleague",
  "cloudPbxNeeded",
  // Billing
  "frozenInUse",
  "overlaps",
  "networkFamilies",
  "networksOverlap",
  "profileOpenNeeded",
  "prepaidMixed",
  "freeCashDiffers",
  "freeTimeDiffers",
  "underrunThresholdNeeded",
  "packageInUse",
  "customerNotActive",
  "voucherUnknown",
  "voucherUsed",
  "voucherExpired",
  "patternTooFew",
  // Invoices and their templates
  "periodNeeded",
  "periodAhead",
  "periodInvoiced",
  "templateEmpty",
  ...templateRules,
  // Messages and faxes
  "subscriberLocked",
  "callerNotAllowed",
  "calleeBlocked",
  "faxInactive",
  "documentTooLong",
  // Sound sets
  "parentLoop",
  // Mail templates
  "placeholderUnknown",
  "placeholderCode",
  "senderFixed",
  // Preferences
  "preferenceUnknown",
  "preferenceCharacters",
  "preferenceScopes",
  "preferenceOwners",
  "preferenceAdminOnly",
  "preferenceFileSize",
  "preferenceSingle",
  "preferenceList",
  "preferenceNameUnknown",
  "duplicateValue",
] as const;

export type BusinessRule = (typeof businessRules)[number];

export type DeclarableRule = BusinessRule | "unique" | "future";

const ofRuns: readonly string[] = [...runRules, "evaluationTooLong"];

/**
 * Rules that schemas may declare (`businessRules`): also those of values that hooks find in other records or the time. No
 * record breaks those of runs.
 */
export const declarableRules: readonly DeclarableRule[] = [
  ...businessRules.filter((rule) => !ofRuns.includes(rule)),
  "unique",
  "future",
];

/**
 * Errors of referenced records, by the filter of the reference (`reference.filter`) that does not find them. For
 * any other filter the record is as good as missing.
 */
export const filterRules: Readonly<Record<string, BusinessRule>> = {
  reseller_id: "otherReseller",
  customer_id: "otherCustomer",
  subscriber_id: "otherSubscriber",
  profile_set_id: "profileNotInSet",
  prepaid: "prepaidOnContract",
};

/** A field error that only the server can detect. */
export function businessError(
  pointer: string,
  rule: DeclarableRule,
  params: Readonly<Record<string, Json>> = {},
): FieldError {
  return rule === "unique" || rule === "future"
    ? { pointer, rule, params, key: `rules.${rule}` }
    : { pointer, rule: "business", params, key: `rules.business.${rule}` };
}
