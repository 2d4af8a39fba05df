import { chosenNames } from "../../scripts/rules/verify/book.ts";
import type { ResourceDescriptor } from "../../src/core/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";

/**
 * The resources to test one by one: all, or those in the environment variable `RESOURCES`. Actions have no records to
 * read back or to change: balances.test.ts and topUps.ts test them.
 */
export const descriptors: readonly ResourceDescriptor[] = chosenNames.flatMap((name) => {
  const descriptor = resources[name]?.descriptor;
  return descriptor && !descriptor.wire.action ? [descriptor] : [];
});
