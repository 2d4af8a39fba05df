import { resources } from "../../generated/all.gen.ts";

/** Resources whose records are places with preferences of their own (`preferencesBy`): those are stored under the resource's name. */
export const placeResources: ReadonlySet<string> = new Set(
  Object.values(resources).flatMap(({ descriptor }) => descriptor.preferencesBy?.resource ?? []),
);
