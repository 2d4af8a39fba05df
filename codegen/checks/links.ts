import { templatePaths } from "../../src/core/values/recordTitle.ts";
import { codedResources } from "../codedResources.ts";
import { expectOneOf, type Report } from "../diagnostics.ts";
import type { ResourceModel } from "../model.ts";
import { expectPath, type Resources } from "./paths.ts";

/**
 * Relations of records (`api.links`): to collections that exist, with fields that exist, and named after them. Those that
 * are marked as items (`api.itemRelations`) are among them.
 */
export function checkLinks(resource: ResourceModel, resources: Resources, report: Report): void {
  const preferences = [...resources.values()].flatMap(({ x }) => x.preferences ?? []);
  const collections = [...resources.keys(), ...codedResources.map(({ name }) => name), ...preferences];
  const { links = {}, itemRelations = [] } = resource.x.api ?? {};
  for (const [index, relation] of (itemRelations === true ? [] : itemRelations).entries())
    expectOneOf(report, ["x-resource", "api", "itemRelations", index], relation, Object.keys(links), "a relation");
  for (const [relation, templates] of Object.entries(links)) {
    const path = ["x-resource", "api", "links", relation];
    for (const template of [templates].flat()) {
      if (template === "self") {
        expectOneOf(report, path, relation, [resource.name], "the resource itself");
        continue;
      }
      const [, , target = ""] = template.split("/", 3);
      expectOneOf(report, path, target, collections, "a resource");
      if (relation !== "journal" && !relation.endsWith(target) && !target.startsWith(relation))
        report(
          path,
          `relation "${relation}" is not named after "${target}"`,
          `"${target}", or a name that ends with it`,
        );
      for (const field of templatePaths(template)) expectPath(field, resource, resources, path, report);
    }
  }
}
