import { type Diagnostic, diagnosticsIn } from "../diagnostics.ts";
import type { ResourceModel } from "../model.ts";
import { pathShape } from "../pages.ts";
import { resourceRoutes } from "../resourceRoutes.ts";

/** Names and addresses that must be unique: type names, routes, legacy tables. */
export function checkAddresses(resources: readonly ResourceModel[]): Diagnostic[] {
  const titles = new Map<string, ResourceModel>();
  const tables = new Map<string, ResourceModel>();
  const places = new Map<string, ResourceModel>();
  return resources.flatMap((resource) =>
    diagnosticsIn(resource.source, (report) => {
      const other = titles.get(resource.title);
      titles.set(resource.title, other ?? resource);
      if (other) report(["title"], `title "${resource.title}" is already used by ${other.name}`, "a unique title");
      const { menu } = resource.x;
      const place = `${menu?.group} ${menu?.order}`;
      const before = places.get(place);
      if (menu) places.set(place, before ?? resource);
      if (menu && before)
        report(
          ["x-resource", "menu", "order"],
          `place ${menu.order} of the menu "${menu.group}" is already that of ${before.name}`,
          "another number",
        );
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
  const ownerByShape = new Map<string, string>();
  const reported = new Set<string>();
  return resourceRoutes(resources).flatMap(({ path, resource: name, variant }): Diagnostic[] => {
    const owner = ownerByShape.get(pathShape(path));
    const resource = byName.get(name);
    if (owner === undefined || !resource) {
      ownerByShape.set(pathShape(path), name);
      return [];
    }
    const keywordPath = variant === undefined ? pagePathsOf(resource) : ["x-resource", "variants", variant, "path"];
    const key = `${name} ${keywordPath.join(".")}`;
    if (reported.has(key)) return [];
    reported.add(key);
    return diagnosticsIn(resource.source, (report) => {
      report(keywordPath, `route "${path}" is already used by ${owner}`, "a unique route");
    });
  });
}

function pagePathsOf({ x }: ResourceModel): string[] {
  return x.parent ? ["x-resource", "parent", "path"] : ["x-resource", "route"];
}

/** A record cannot be its own ancestor. Routes are checked only after this is fixed. */
export function checkAncestors(resources: readonly ResourceModel[]): Diagnostic[] {
  const parents = new Map(resources.map(({ name, x }) => [name, x.parent?.resource]));
  const isAbove = (name: string, parent: string | undefined, visited: readonly string[] = []): boolean =>
    parent !== undefined &&
    (parent === name || (!visited.includes(parent) && isAbove(name, parents.get(parent), [...visited, parent])));
  return resources.flatMap(({ name, source }) =>
    isAbove(name, parents.get(name))
      ? diagnosticsIn(source, (report) => {
          const parent = parents.get(name);
          report(
            ["x-resource", "parent", "resource"],
            `parent "${parent}" of ${name} creates a cycle`,
            `a resource that is not below ${name}`,
          );
        })
      : [],
  );
}
