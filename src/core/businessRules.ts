/**
 * Rules about a field's value that need other records or the field's past, so that only the server can judge
 * them. They answer 422 with an error at the field; texts are in i18n under `rules.business.<name>`.
 */
export const businessRules = [
  // Any resource
  "fixed",
  "otherReseller",
  "otherCustomer",
  "otherSubscriber",
  "terminated",
  // Sounds
  "soundHandleUnknown",
  // Time sets
  "calendarUnreadable",
  "calendarLine",
  // Administrators
  "passwordUsed",
  // Resellers
  "contractTaken",
  "contractOfCustomer",
  // Contracts and customers
  "systemContactNeeded",
  "customerContactNeeded",
  "prepaidOnContract",
  "peeringMaxSubscribers",
  "packageOnContract",
  "productMismatch",
  "intervalOpenNeeded",
  "intervalOpenRefused",
  "intervalStopAlone",
  "intervalOrder",
  "belowUsage",
  // Subscribers
  "primaryNumberNeeded",
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
  // Contacts
  "resellerOnSystemContact",
  // Billing
  "frozenInUse",
  "zoneOfOtherProfile",
  "fraudInterval",
  "voucherUnknown",
  "voucherUsed",
  // Peering and rule sets
  "duplicateRule",
  "priorityTaken",
  "patternNeeded",
  // Sound sets
  "parentLoop",
  // Preferences
  "preferenceUnknown",
  "preferenceReadOnly",
  "preferenceAdminOnly",
  "preferenceFileSize",
  "preferenceSingle",
  "preferenceList",
  "preferenceNameUnknown",
  "duplicateValue",
  "notOwnNumber",
  // Call forwards
  "callForwardType",
] as const;

export type BusinessRule = (typeof businessRules)[number];
