import { compact } from "./emit/print.ts";
import { fieldAt, type ResourceModel, type TabModel, type TabTarget } from "./model.ts";
import type { TabKeyword } from "./schemaTypes.ts";

type Resources = ReadonlyMap<string, ResourceModel>;
type Link = { readonly by: string; readonly value: string };

/** Kinds of filters that match a value. */
const FINDING = ["exact", "list", "wildcard"];

/**
 * The tabs of a details page in the order of the schema, followed by lists of the remaining children. A tab for a
 * resource without a schema is pending, and becomes a list once the schema exists.
 */
export function toTabs(resource: ResourceModel, resources: Resources, pending: ReadonlySet<string>): TabModel[] {
  const tabs = flatten(resource.x.tabs ?? {}, ["tabs"]).map((tab) => ({
    ...tab,
    target: targetOf(tab.given, resource, resources, pending),
  }));
  const named = new Set(tabs.map(({ given }) => given.lists));
  const others = resource.children
    .filter((child) => !named.has(child.resource))
    .map(
      ({ resource: lists, by, path }): TabModel => ({
        path,
        given: { lists, by },
        isNamed: false,
        at: ["tabs"],
        target: { kind: "list", resource: lists, by, value: "id" },
      }),
    );
  return [...tabs, ...others];
}

function flatten(
  tabs: Readonly<Record<string, TabKeyword>>,
  at: readonly string[],
  around: TabKeyword = {},
): TabModel[] {
  return Object.entries(tabs).flatMap(([path, own]) => {
    const given = { ...own, ...shared(around, own) };
    const here = [...at, path];
    const block = (own.shows ?? own.lists ?? own.has) === undefined ? own.tabs : undefined;
    return block ? flatten(block, [...here, "tabs"], given) : [{ path, given, isNamed: true, at: here }];
  });
}

/** Conditions of a tab together with those of its block. */
function shared(around: TabKeyword, own: TabKeyword): Pick<TabKeyword, "when" | "needs"> {
  const when = { ...around.when, ...own.when };
  const needs = { ...around.needs, ...own.needs };
  return {
    ...(Object.keys(when).length > 0 ? { when } : {}),
    ...(Object.keys(needs).length > 0 ? { needs } : {}),
  };
}

function targetOf(
  { shows, lists, has, groups, by, value, filter, columns, record, create }: TabKeyword,
  resource: ResourceModel,
  resources: Resources,
  pending: ReadonlySet<string>,
): TabTarget | undefined {
  if (shows === "self") return { kind: "self", ...(groups ? { groups } : {}) };
  if (shows) {
    const referred = resourcesAlong(shows, resource, resources);
    return referred && { kind: "reference", reference: shows, resources: referred };
  }
  const name = lists ?? has;
  if (name === undefined) return undefined;
  const target = resources.get(name);
  if (!target) return pending.has(name) ? { kind: "pending", resource: name } : undefined;
  if (has) return { kind: "same", resource: name };
  const links = linksOf(resource, target, resources, { by, value });
  const [link] = links;
  return link && links.length === 1
    ? { kind: "list", resource: name, ...link, ...compact({ filter, columns, record, create }) }
    : undefined;
}

/** The resources along a path of references: contracts and contacts for `contract_id.contact_id`. */
function resourcesAlong(path: string, { name }: ResourceModel, resources: Resources): string[] | undefined {
  const names = path.split(".");
  const referred = names.map(
    (_, index) => fieldAt(resources, name, names.slice(0, index + 1).join("."))?.reference?.resource,
  );
  return referred.every((one) => one !== undefined) ? referred : undefined;
}

function linksOf(
  resource: ResourceModel,
  target: ResourceModel,
  resources: Resources,
  { by, value }: Pick<TabKeyword, "by" | "value">,
): Link[] {
  if (by === undefined || value === undefined)
    return linksTo(resource, target, resources).filter((link) => by === undefined || link.by === by);
  const hasBoth = target.filters.some(({ name }) => name === by) && fieldAt(resources, resource.name, value);
  return hasBoth ? [{ by, value }] : [];
}

/**
 * Filters of `target` that find the records that refer to a record of `resource`: by its id, or if there is none, by
 * another of its fields.
 */
export function linksTo({ name }: ResourceModel, target: ResourceModel, resources: Resources): Link[] {
  const refers = (path: string) => fieldAt(resources, target.name, path)?.reference?.resource === name;
  const finding = target.filters.filter(({ match }) => FINDING.includes(match));
  const byId = finding.filter(({ source }) => refers(source)).map((filter) => ({ by: filter.name, value: "id" }));
  if (byId.length > 0) return byId;
  return finding.flatMap(({ name: by, source }) => {
    const end = source.lastIndexOf(".");
    return end > 0 && refers(source.slice(0, end)) ? [{ by, value: source.slice(end + 1) }] : [];
  });
}
