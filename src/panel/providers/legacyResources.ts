import type { LegacyResource } from "../../core/schema/descriptor.ts";
import { summaries } from "../../generated/index.gen.ts";
import { legacyResources } from "../../generated/legacyResources.gen.ts";

/** Rights on a resource without a schema, as shown by legacy pages. Throws for unknown names. */
export function legacyResourceOf(resource: string): LegacyResource {
  const resourceRights = legacyResources[resource];
  if (!resourceRights) throw new Error(`Unknown resource ${resource}`);
  return resourceRights;
}

/** Rights on any resource, with or without a schema. Throws for unknown names. */
export function rightsOn(resource: string): LegacyResource {
  return summaries[resource] ?? legacyResourceOf(resource);
}
