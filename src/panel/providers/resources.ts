import { use } from "react";
import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../core/schema/resourceModule.ts";
import { memoize } from "../../core/values/memoize.ts";
import { loaders } from "../../generated/index.gen.ts";
import { ignoresFilters } from "./extensions.ts";
import { addResourceTexts } from "./i18nProvider.ts";

const loading = new Map<string, Promise<ResourceModule>>();

/** A resource's descriptor and validator, with its texts loaded. Loaded once; a failed load can be retried. */
export function loadResource(resource: string): Promise<ResourceModule> {
  const loaded = loading.get(resource) ?? startLoading(resource);
  return ignoresFilters() ? limitLists(loaded) : loaded;
}

function startLoading(resource: string): Promise<ResourceModule> {
  const loader = loaders[resource];
  if (!loader) return Promise.reject(new Error(`Unknown resource ${resource}`));
  const promise = toUsable(Promise.all([loader(), addResourceTexts(resource)]).then(([module]) => module));
  promise.catch(() => loading.delete(resource));
  loading.set(resource, promise);
  return promise;
}

/** A loaded resource as a platform without our filters has it. */
const limitLists = memoize((loaded: Promise<ResourceModule>) =>
  toUsable(
    Promise.all([loaded, import("./declaredLists.ts")]).then(([module, { limitToDeclared }]) => ({
      ...module,
      descriptor: limitToDeclared(module.descriptor),
    })),
  ),
);

/** Replaces a loaded resource; for hot reloading of schemas during development. */
export function replaceResource(resource: string, module: ResourceModule): void {
  if (loading.has(resource)) loading.set(resource, toUsable(Promise.resolve(module)));
}

export async function describeResource(resource: string): Promise<ResourceDescriptor> {
  return (await loadResource(resource)).descriptor;
}

/** The loaded resource; suspends while loading. Routes load it before they render a page. */
export function useResource<Name extends string>(resource: Name): ResourceModule<Name> {
  // The loader of a name has the resource of that name.
  return use(loadResource(resource)) as ResourceModule<Name>;
}

/**
 * A promise that React's `use` reads at once when it has resolved, rather than suspending for a turn: React marks the
 * promises that it has waited for in the same way. So a component can always call `use`. It must: React renders a
 * suspended component again on the premise that it does, and fails with error 467 if the value comes from elsewhere.
 */
export function toUsable<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => undefined,
  );
  return promise;
}
