import type {
  DetailsTabDescriptor,
  ResourceDescriptor,
  ResourceSummary,
  Right,
  TabContent,
  WireRecord,
} from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { isConditionMet } from "../../../core/validation/conditions.ts";
import { detailsTabs as generated } from "../../../generated/details.gen.ts";
import { nameKey } from "../../navigation/labels.ts";
import { legacyResourceOf } from "../../providers/legacyResources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import type { AccessQuestion } from "../explain/accessQuestion.ts";
import type { CustomTab } from "../override.ts";

/** The reason that a tab is hidden: it does not apply to the record, or a right or a feature of the platform is missing. */
export type TabDenial =
  | { readonly why: "absent" }
  | { readonly why: "forbidden"; readonly question?: AccessQuestion }
  | { readonly why: "licence"; readonly licence: string };

export interface ShowTab {
  /** Last segment of the URL; absent: the record itself, where no schema defines its tabs. */
  readonly path?: string;
  readonly labelKey: string;
  readonly section?: string;
  readonly content: TabContent | { readonly kind: "journal" };
  /** Replaces the content. */
  readonly custom?: CustomTab;
  readonly legacyPath?: string;
  readonly aliases: readonly string[];
  /** Absent: it is visible. */
  readonly denial?: TabDenial;
}

type Reader = Pick<Access, "can" | "findLack">;
type GuardedResource = Pick<ResourceSummary, "access" | "accessFlags" | "needs">;

const journal: ShowTab = {
  path: "journal",
  labelKey: "views.details.journal",
  content: { kind: "journal" },
  aliases: [],
};

/** All tabs of a record in order, each with why it is hidden from this user, if so. */
export function showTabs(
  descriptor: ResourceDescriptor,
  access: Access,
  record: PanelRecord,
  customTabs: readonly CustomTab[] = [],
): ShowTab[] {
  const declared = generated[descriptor.name] ?? [];
  const tabs = declared.map((tab) => toTab(tab, descriptor, access, record, customTabs));
  const addedTabs = customTabs
    .filter(({ path }) => !declared.some((tab) => tab.path === path))
    .map((tab) => ({ ...customContent(tab), denial: denialOfCustom(tab, access, record) }));
  const firstTabs: ShowTab[] = declared.some(({ isNamed }) => isNamed)
    ? tabs.splice(0, 1)
    : [{ labelKey: "views.details.overview", content: { kind: "self" }, aliases: [] }];
  const denial = denialOfSummary(legacyResourceOf("journals"), "read", access);
  const placed = tabs.flatMap((tab) => [...addedTabs.filter(({ custom }) => custom.before === tab.path), tab]);
  const behind = addedTabs.filter((other) => !placed.includes(other));
  return [...firstTabs, ...behind, ...placed, ...(descriptor.journal ? [{ ...journal, denial }] : [])];
}

/** The parent of a subtab such as `call-forwarding/summary`; undefined for top-level tabs. */
export function parentTabPath({ path }: Pick<ShowTab, "path">): string | undefined {
  return path?.includes("/") ? path.slice(0, path.indexOf("/")) : undefined;
}

/** The last segment of its URL, which names a tab or subtab. */
function lastSegment(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

/** Resolves a URL to its tab: by name, by alias, by the resource it shows, or to the first visible subtab. */
export function findTab(tabs: readonly ShowTab[], path: string): ShowTab | undefined {
  return (
    tabs.find((tab) => tab.path === path) ??
    tabs.find(({ aliases }) => aliases.includes(path)) ??
    tabs.find(({ content }) => "resource" in content && content.resource === path) ??
    tabs.find((tab) => parentTabPath(tab) === path && !tab.denial) ??
    tabs.find((tab) => parentTabPath(tab) === path)
  );
}

/** Whether the record itself decides which tabs it has. */
export function hasConditions({ name }: Pick<ResourceDescriptor, "name">): boolean {
  return (generated[name] ?? []).some(({ when }) => when !== undefined);
}

function toTab(
  { path, isNamed, section, content, legacyPath, aliases = [], ...tab }: DetailsTabDescriptor,
  descriptor: ResourceDescriptor,
  access: Access,
  record: PanelRecord,
  customTabs: readonly CustomTab[],
): ShowTab {
  const customTab = customTabs.find((tab) => tab.path === path);
  const labelKey =
    (isNamed && !path.includes("/")) || content.kind !== "list"
      ? `details.tabs.${lastSegment(path)}`
      : nameKey(content.resource);
  return {
    path,
    labelKey: customTab?.labelKey ?? labelKey,
    section,
    content,
    custom: customTab,
    legacyPath,
    aliases,
    denial:
      (customTab && denialOfCustom(customTab, access, record)) ??
      denialOfRecord(tab.when, record) ??
      denialOfNeeds({ needs: tab.needs }, access) ??
      denialOfContent(content, descriptor, access, record),
  };
}

function customContent(custom: CustomTab): ShowTab & { readonly custom: CustomTab } {
  const { path, labelKey = `details.tabs.${custom.path}` } = custom;
  return { path, labelKey, content: { kind: "self" }, custom, aliases: [] };
}

function denialOfCustom(tab: CustomTab, access: Access, record: PanelRecord): TabDenial | undefined {
  return (tab.isShown?.(access, record) ?? true) ? undefined : { why: "forbidden" };
}

function denialOfRecord(when: DetailsTabDescriptor["when"], record: PanelRecord): TabDenial | undefined {
  if (!when) return undefined;
  const holds = isConditionMet(when, record, { mode: "update", related: (path) => valueAtPath(record, path) });
  return holds ? undefined : { why: "absent" };
}

function denialOfContent(
  content: TabContent,
  descriptor: ResourceDescriptor,
  access: Reader,
  record: PanelRecord,
): TabDenial | undefined {
  switch (content.kind) {
    case "self":
      return undefined;
    case "reference":
      return firstDenial(content.resources, (resource, index) => {
        const path = content.reference
          .split(".")
          .slice(0, index + 1)
          .join(".");
        const [name] = content.reference.split(".");
        const field = descriptor.fields.find((candidate) => candidate.name === name);
        if (field && !access.can(descriptor, "read", { record, field })) return { why: "forbidden" };
        const id = valueAtPath(record, path);
        return denialOfResource(resource, "lookup", access, { id });
      });
    case "legacy":
      return denialOfSummary(legacyResourceOf(content.resource), "read", access);
    default:
      return denialOfResource(content.resource, "read", access);
  }
}

function firstDenial(
  resources: readonly string[],
  denialOf: (resource: string, index: number) => TabDenial | undefined,
): TabDenial | undefined {
  return resources.map(denialOf).find((denial) => denial !== undefined);
}

function denialOfResource(resource: string, right: Right, access: Reader, record?: WireRecord): TabDenial | undefined {
  return denialOfSummary(summaryOf(resource), right, access, record, { resource, right: "read", record });
}

/** Only resources with a schema can be asked why. */
function denialOfSummary(
  summary: GuardedResource,
  right: Right,
  access: Reader,
  record?: WireRecord,
  question?: AccessQuestion,
): TabDenial | undefined {
  return access.can(summary, right, { record }) ? denialOfNeeds(summary, access) : { why: "forbidden", question };
}

/** A missing licence is named; a feature that the platform lacks appears as forbidden. */
function denialOfNeeds(resource: Parameters<Reader["findLack"]>[0], access: Reader): TabDenial | undefined {
  const lack = access.findLack(resource);
  if (lack === null) return undefined;
  return lack === "licence" ? { why: "licence", licence: resource.needs?.licence ?? "" } : { why: "forbidden" };
}
