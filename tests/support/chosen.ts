import { chosenNames } from "../../scripts/rules/verify/book.ts";
import type { ResourceDescriptor } from "../../src/core/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";

/** The resources to test one by one: all, or those in the environment variable `RESOURCES`. */
export const descriptors: readonly ResourceDescriptor[] = chosenNames.flatMap(
  (name) => resources[name]?.descriptor ?? [],
);
