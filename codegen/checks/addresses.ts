import { type Diagnostic, diagnosticsIn } from "../diagnostics.ts";
import type { ResourceModel } from "../model.ts";
import { shapeOf } from "../pages.ts";
import { resourceRoutes } from "../resourceRoutes.ts";

/** Names and addresses that must be unique: type names, routes, legacy tables. */
export function checkAddresses(resources: readonly ResourceModel[]): Diagnostic[] {
  const titles = new Map<string, ResourceModel>();
  const tables = new Map<string, ResourceModel>();
  return resources.flatMap((resource) =>
    diagnosticsIn(resource.source, (report) => {
      const other = titles.get(resource.title);
      titles.set(resource.title, other ?? resource);
      if (other) report(["title"], `title "${resource.title}" is already used by ${other.name}`, "a unique title");
      for (const { path } of resource.legacyTables) {
        const owner = tables.get(path);
        tables.set(path, owner ?? resource);
        if (owner)
          report(
            ["x-resource", "legacyTables", path],
            `path "${path}" is already used by ${owner.name}`,
            "a unique path",
          );
      }
    }),
  );
}

/** Routes of screens that another resource already uses; reported at the keyword that defines the route. */
export function checkRoutes(resources: readonly ResourceModel[]): Diagnostic[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const taken = new Map<string, string>();
  const reported = new Set<string>();
  return resourceRoutes(resources).flatMap(({ path, resource: name, variant }): Diagnostic[] => {
    const owner = taken.get(shapeOf(path));
    const resource = byName.get(name);
    if (owner === undefined || !resource) {
      taken.set(shapeOf(path), name);
      return [];
    }
    const at = variant === undefined ? pagePathsOf(resource) : ["x-resource", "variants", variant, "path"];
    const key = `${name} ${at.join(".")}`;
    if (reported.has(key)) return [];
    reported.add(key);
    return diagnosticsIn(resource.source, (report) => {
      report(at, `route "${path}" is already used by ${owner}`, "a unique route");
    });
  });
}

function pagePathsOf({ x }: ResourceModel): string[] {
  return x.parent ? ["x-resource", "parent", "path"] : ["x-resource", "route"];
}

/** A record cannot be its own ancestor. Routes are checked only after this is fixed. */
export function checkAncestors(resources: readonly ResourceModel[]): Diagnostic[] {
  const parents = new Map(resources.map(({ name, x }) => [name, x.parent?.resource]));
  const isAbove = (name: string, from: string | undefined, seen: readonly string[] = []): boolean =>
    from !== undefined &&
    (from === name || (!seen.includes(from) && isAbove(name, parents.get(from), [...seen, from])));
  return resources.flatMap(({ name, source }) =>
    isAbove(name, parents.get(name))
      ? diagnosticsIn(source, (report) => {
          const given = parents.get(name);
          report(
            ["x-resource", "parent", "resource"],
            `parent "${given}" of ${name} creates a cycle`,
            `a resource that is not below ${name}`,
          );
        })
      : [],
  );
}
