import type { RuleEntry } from "../../../src/core/descriptor.ts";

/**
 * What forms with hand-written parts do not ask for: the schedule of profiles begins with the current one, and a package
 * is what is billed by only if it is chosen.
 */
const filledIn: Readonly<Record<string, readonly string[]>> = {
  contracts: ["/billing_profile_definition", "/billing_profiles required"],
  customers: ["/billing_profile_definition", "/billing_profiles required", "/profile_package_id required"],
  resellerbrandings: ["/reseller_id"],
};

/** Whether the form itself sees to this rule, so that nobody can break it there. */
export function isFilledIn({ resource, pointer, rule }: RuleEntry): boolean {
  return filledIn[resource]?.some((known) => known === pointer || known === `${pointer} ${rule}`) ?? false;
}
