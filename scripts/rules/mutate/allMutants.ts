import { bookedResources, moduleOf } from "../verify/book.ts";
import { fieldMutants } from "./fieldMutants.ts";
import { formatMutants } from "./formatMutants.ts";
import { endedMutants, hookMutants } from "./hookMutants.ts";
import type { Mutant } from "./mutant.ts";
import { rightMutants } from "./rightMutants.ts";
import { ruleMutants } from "./ruleMutants.ts";

/** Every fault that can be planted in the running parts of a resource, in the order of its form. */
export function mutantsOf(resource: string): Mutant[] {
  const { descriptor } = moduleOf(resource);
  const makers = [fieldMutants, formatMutants, ruleMutants, endedMutants, hookMutants, rightMutants];
  return makers.flatMap((make) => make(descriptor));
}

export function allMutants(resources: readonly string[] = bookedResources()): Mutant[] {
  return resources.flatMap(mutantsOf);
}
