import { resources } from "../../generated/all.gen.ts";

/**
 * Resources whose records have preferences on behalf of their owner (`childPreferences`): stored under the resource's
 * name. Apart from preferenceKind.ts: the settings are read before all resources are loaded.
 */
export const childResources: ReadonlySet<string> = new Set(
  Object.values(resources).flatMap(({ descriptor }) => descriptor.childPreferences?.resource ?? []),
);
