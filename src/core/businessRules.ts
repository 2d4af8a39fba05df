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
  // Sounds
  "soundHandleUnknown",
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
] as const;

export type BusinessRule = (typeof businessRules)[number];
