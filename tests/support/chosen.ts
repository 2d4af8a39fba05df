import { chosenNames } from "../../scripts/rules/verify/book.ts";
import type { ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { covering } from "./covering.ts";
import { isAll } from "./tiers.ts";

/**
 * The resources to test one by one: all, or those in the environment variable `RESOURCES`. Actions have no records to
 * read back or to change: balances.test.ts and topUps.ts test them.
 */
export const descriptors: readonly ResourceDescriptor[] = chosenNames.flatMap((name) => {
  const descriptor = resources[name]?.descriptor;
  return descriptor && !descriptor.api.actionOnly ? [descriptor] : [];
});

/** What slow suites run on: resources that cover every trait; with `npm run test:all` or `RESOURCES`, all of the above. */
export const sampled = isAll || process.env.RESOURCES ? descriptors : covering(descriptors);
