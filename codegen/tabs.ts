import { isDeepStrictEqual } from "node:util";
import type { TabContent } from "../src/core/schema/descriptor.ts";
import { compact } from "./emit/print.ts";
import { fieldAt, type ResourceModel, type TabModel } from "./model.ts";
import type { TabKeyword } from "./schemaTypes.ts";

type Resources = ReadonlyMap<string, ResourceModel>;
type Link = { readonly target: string; readonly source: string };

/** Kinds of filters that match a value. */
const VALUE_MATCHES = ["exact", "list", "wildcard"];

/**
 * The tabs of a details page in the order of the schema, followed by lists of the remaining children. A tab for a
 * resource without a schema is one of the legacy panel, and becomes a list once the schema exists.
 */
export function toTabs(resource: ResourceModel, resources: Resources, legacy: ReadonlySet<string>): TabModel[] {
  const tabs = Object.entries(resource.x.tabs ?? {}).map(
    ([path, keywords]): TabModel => ({
      path,
      keywords,
      isNamed: true,
      keywordPath: ["tabs", path],
      target: contentOf(keywords, resource, resources, legacy),
    }),
  );
  const listed = new Set(tabs.map(({ keywords }) => keywords.referenceMany));
  const remaining = resource.children
    .filter((child) => !listed.has(child.resource))
    .map(
      ({ resource: referenceMany, reference, path }): TabModel => ({
        path,
        keywords: { referenceMany, target: reference },
        isNamed: false,
        keywordPath: ["tabs"],
        target: { kind: "list", resource: referenceMany, target: reference, source: "id" },
      }),
    );
  return [...tabs, ...remaining];
}

function contentOf(
  {
    show,
    referenceMany,
    referenceOne,
    groups,
    target: filterName,
    source,
    filter,
    columns,
    recordRepresentation,
  }: TabKeyword,
  resource: ResourceModel,
  resources: Resources,
  legacy: ReadonlySet<string>,
): TabContent | undefined {
  if (show === "self") return { kind: "self", ...(groups ? { groups } : {}) };
  if (show) {
    const referred = resourcesAlong(show, resource, resources);
    return referred && { kind: "reference", reference: show, resources: referred };
  }
  const name = referenceMany ?? referenceOne;
  if (name === undefined) return undefined;
  const target = resources.get(name);
  if (!target) return legacy.has(name) ? { kind: "legacy", resource: name } : undefined;
  if (referenceOne) return { kind: "one", resource: name };
  const links = linksOf(resource, target, resources, { target: filterName, source });
  const [link] = links;
  const [createVariant] =
    Object.entries(target.x.variants ?? {}).find(([, { preset }]) => isDeepStrictEqual(preset, filter)) ?? [];
  return link && links.length === 1
    ? {
        kind: "list",
        resource: name,
        ...link,
        ...compact({ filter, columns, recordRepresentation, createVariant }),
      }
    : undefined;
}

/** The resources along a path of references: contracts and contacts for `contract_id.contact_id`. */
function resourcesAlong(path: string, { name }: ResourceModel, resources: Resources): string[] | undefined {
  const names = path.split(".");
  const referred = names.map(
    (_, index) => fieldAt(resources, name, names.slice(0, index + 1).join("."))?.reference?.resource,
  );
  return referred.every((resource) => resource !== undefined) ? referred : undefined;
}

function linksOf(
  resource: ResourceModel,
  listed: ResourceModel,
  resources: Resources,
  { target, source }: Pick<TabKeyword, "target" | "source">,
): Link[] {
  if (target === undefined || source === undefined)
    return linksTo(resource, listed, resources).filter((link) => target === undefined || link.target === target);
  const hasBoth = listed.filters.some(({ name }) => name === target) && fieldAt(resources, resource.name, source);
  return hasBoth ? [{ target, source }] : [];
}

/**
 * Filters of `listed` that find the records that refer to a record of `resource`: by its id, or if there is none, by
 * another of its fields.
 */
export function linksTo({ name }: ResourceModel, listed: ResourceModel, resources: Resources): Link[] {
  const refers = (path: string) => fieldAt(resources, listed.name, path)?.reference?.resource === name;
  const finding = listed.filters.filter(({ match }) => VALUE_MATCHES.includes(match));
  const byId = finding.filter(({ source }) => refers(source)).map((filter) => ({ target: filter.name, source: "id" }));
  if (byId.length > 0) return byId;
  return finding.flatMap(({ name: target, source }) => {
    const end = source.lastIndexOf(".");
    return end > 0 && refers(source.slice(0, end)) ? [{ target, source: source.slice(end + 1) }] : [];
  });
}
