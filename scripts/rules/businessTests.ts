import type { BusinessEntry } from "../../src/core/rulebook/businessBook.ts";

const entities = "src/platform/entities";

/** A test that breaks a rule, and why verify does not. */
export interface NamedTest {
  /** `file: title` */
  readonly test: string;
  readonly why: string;
}

const calendar: NamedTest = {
  test: `${entities}/timesets.test.ts: is refused with %s`,
  why: "a calendar is sent as a file beside the record",
};

/**
 * Tests of the rules whose state `npm run rules -- verify` does not build (verify/businessStates.ts, impliedStates.ts), by
 * rule, by rule and resource, or by rule, resource and pointer.
 */
export const businessTests: Readonly<Record<string, NamedTest>> = {
  "calendarLine timesets": calendar,
  "calendarUnreadable timesets": calendar,
  intervalOrder: {
    test: `${entities}/billingIntervals.test.ts: refuses %j`,
    why: "the form's rule “before” at the same field always comes first",
  },
  "senderFixed emailtemplates": {
    test: `${entities}/emailtemplates.test.ts: with %j is refused at %s: %s`,
    why: "every reseller has templates by the names of messages without addresses, copied from the platform's",
  },
  "passwordUsed admins": {
    test: "src/platform/auth/passwordChange.test.ts: is refused on every way",
    why: "only an account itself sets its password, and verify needs the one it is logged in with",
  },
  preferenceAdminOnly: {
    test: `${entities}/subscriberprofiles.test.ts: hide administrator preferences from customer care`,
    why: "only customer care can break it, and verify is logged in as the platform's owner",
  },
};

/** The test of an entry. */
export function testOf({ rule, resource, pointer }: BusinessEntry): NamedTest | undefined {
  return businessTests[`${rule} ${resource} ${pointer}`] ?? businessTests[`${rule} ${resource}`] ?? businessTests[rule];
}
