import type { BusinessEntry } from "../../src/core/rulebook/businessBook.ts";

const entities = "src/platform/entities";
const timesets = `${entities}/timesets.test.ts: is refused with %s`;

/**
 * Tests that break the rules whose state `npm run rules -- verify` does not build (verify/businessStates.ts, impliedStates.ts), as
 * `file: title`, by rule, by rule and resource, or by rule, resource and pointer.
 */
export const businessTests: Readonly<Record<string, string>> = {
  "calendarLine timesets": timesets,
  "calendarUnreadable timesets": timesets,
  "extensionOutOfRange subscribers": `${entities}/subscribers.test.ts: assigns extensions within the customer's range, and shows it`,
  intervalOrder: `${entities}/billingIntervals.test.ts: refuses %j`,
  "otherReseller headerrulesets": `${entities}/headerrules.test.ts: exist once per subscriber, of the subscriber's reseller`,
  "passwordUsed admins": "src/platform/auth/passwordChange.test.ts: is refused on every way",
  preferenceAdminOnly: `${entities}/subscriberprofiles.test.ts: hide administrator preferences from customer care`,
};

/** The test of an entry, as `file: title`. */
export function testOf({ rule, resource, pointer }: BusinessEntry): string | undefined {
  return businessTests[`${rule} ${resource} ${pointer}`] ?? businessTests[`${rule} ${resource}`] ?? businessTests[rule];
}
