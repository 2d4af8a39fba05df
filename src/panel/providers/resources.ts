import { use } from "react";
import type { ResourceDescriptor, ResourceSummary } from "../../core/descriptor.ts";
import type { ResourceModule } from "../../core/resourceModule.ts";
import { loaders, summaries } from "../../generated/index.gen.ts";
import { addResourceTexts } from "./i18nProvider.ts";

const loading = new Map<string, Promise<ResourceModule>>();

/** What is known of a resource without loading it. Throws for a name that is none. */
export function summaryOf(resource: string): ResourceSummary {
  const summary = summaries[resource];
  if (!summary) throw new Error(`Unknown resource ${resource}`);
  return summary;
}

/** Descriptor and validator of a resource, with its texts in place. Loaded once; a failed load may be tried again. */
export function loadResource(resource: string): Promise<ResourceModule> {
  const known = loading.get(resource);
  if (known) return known;
  const loader = loaders[resource];
  if (!loader) return Promise.reject(new Error(`Unknown resource ${resource}`));
  const promise = Promise.all([loader(), addResourceTexts(resource)]).then(([module]) => module.resource);
  promise.catch(() => loading.delete(resource));
  loading.set(resource, promise);
  return promise;
}

/** Puts another state in the place of a loaded resource; for development, where schemas change while they are on screen. */
export function replaceResource(resource: string, module: ResourceModule): void {
  if (!loading.has(resource)) return;
  // As React marks what has arrived: no screen has to wait for it, and none is taken away meanwhile.
  loading.set(resource, Object.assign(Promise.resolve(module), { status: "fulfilled", value: module }));
}

export async function describeResource(resource: string): Promise<ResourceDescriptor> {
  return (await loadResource(resource)).descriptor;
}

/** The loaded resource; suspends until it is there. Pages rendered by the routes find it there at once. */
export function useResource(resource: string): ResourceModule {
  return use(loadResource(resource));
}
