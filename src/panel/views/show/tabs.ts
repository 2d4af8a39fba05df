import type {
  DetailsTabDescriptor,
  Needs,
  ResourceDescriptor,
  ResourceSummary,
  Right,
  TabContent,
  WireRecord,
} from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { evaluate } from "../../../core/validation/conditions.ts";
import { detailsTabs as generated } from "../../../generated/details.gen.ts";
import { nameKey } from "../../navigation/labels.ts";
import { legacyResourceOf } from "../../providers/legacyResources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import type { AccessQuestion } from "../explain/question.ts";
import type { CustomTab } from "../override.ts";

/** Why a tab is hidden: it does not apply to this record, the user lacks the right, or the platform lacks a feature. */
export type TabRefusal =
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
  readonly denial?: TabRefusal;
}

type Reader = Pick<Access, "can" | "findLack">;
type Known = Pick<ResourceSummary, "access" | "accessFlags" | "needs">;

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
    .map((tab) => ({ ...ownContent(tab), denial: refusalOfOwn(tab, access, record) }));
  const firstTabs: ShowTab[] = declared.some(({ isNamed }) => isNamed)
    ? tabs.splice(0, 1)
    : [{ labelKey: "views.details.overview", content: { kind: "self" }, aliases: [] }];
  const denial = refusalOfKnown(legacyResourceOf("journals"), "read", access);
  const placed = tabs.flatMap((tab) => [...addedTabs.filter(({ custom }) => custom.before === tab.path), tab]);
  const behind = addedTabs.filter((other) => !placed.includes(other));
  return [...firstTabs, ...behind, ...placed, ...(descriptor.journal ? [{ ...journal, denial }] : [])];
}

/** The parent of a subtab such as `call-forwarding/summary`; undefined for top-level tabs. */
export function wholeOf({ path }: Pick<ShowTab, "path">): string | undefined {
  return path?.includes("/") ? path.slice(0, path.indexOf("/")) : undefined;
}

/** The last segment of its URL, which names a tab or subtab. */
function wordOf(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

/** Resolves a URL to its tab: by name, by alias, by the resource it shows, or to the first visible subtab. */
export function findTab(tabs: readonly ShowTab[], path: string): ShowTab | undefined {
  return (
    tabs.find((tab) => tab.path === path) ??
    tabs.find(({ aliases }) => aliases.includes(path)) ??
    tabs.find(({ content }) => "resource" in content && content.resource === path) ??
    tabs.find((tab) => wholeOf(tab) === path && !tab.denial) ??
    tabs.find((tab) => wholeOf(tab) === path)
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
      ? `details.tabs.${wordOf(path)}`
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
      (customTab && refusalOfOwn(customTab, access, record)) ??
      refusalOfRecord(tab.when, record) ??
      refusalOfNeeds(tab.needs, access) ??
      refusalOfContent(content, descriptor, access, record),
  };
}

function ownContent(custom: CustomTab): ShowTab & { readonly custom: CustomTab } {
  const { path, labelKey = `details.tabs.${custom.path}` } = custom;
  return { path, labelKey, content: { kind: "self" }, custom, aliases: [] };
}

function refusalOfOwn(tab: CustomTab, access: Access, record: PanelRecord): TabRefusal | undefined {
  return (tab.isShown?.(access, record) ?? true) ? undefined : { why: "forbidden" };
}

function refusalOfRecord(when: DetailsTabDescriptor["when"], record: PanelRecord): TabRefusal | undefined {
  if (!when) return undefined;
  const holds = evaluate(when, record, { mode: "update", related: (path) => valueAtPath(record, path) });
  return holds ? undefined : { why: "absent" };
}

function refusalOfContent(
  content: TabContent,
  descriptor: ResourceDescriptor,
  access: Reader,
  record: PanelRecord,
): TabRefusal | undefined {
  switch (content.kind) {
    case "self":
      return undefined;
    case "reference":
      return firstRefusal(content.resources, (resource, index) => {
        const path = content.reference
          .split(".")
          .slice(0, index + 1)
          .join(".");
        const [name] = content.reference.split(".");
        const field = descriptor.fields.find((candidate) => candidate.name === name);
        if (field && !access.can(descriptor, "read", { record, field })) return { why: "forbidden" };
        const id = valueAtPath(record, path);
        return refusalOfResource(resource, "lookup", access, { id });
      });
    case "legacy":
      return refusalOfKnown(legacyResourceOf(content.resource), "read", access);
    default:
      return refusalOfResource(content.resource, "read", access);
  }
}

function firstRefusal(
  resources: readonly string[],
  refusalOf: (resource: string, index: number) => TabRefusal | undefined,
): TabRefusal | undefined {
  return resources.map(refusalOf).find((denial) => denial !== undefined);
}

function refusalOfResource(
  resource: string,
  right: Right,
  access: Reader,
  record?: WireRecord,
): TabRefusal | undefined {
  return refusalOfKnown(summaryOf(resource), right, access, record, { resource, right: "read", record });
}

/** Only resources with a schema can be asked why. */
function refusalOfKnown(
  summary: Known,
  right: Right,
  access: Reader,
  record?: WireRecord,
  question?: AccessQuestion,
): TabRefusal | undefined {
  return access.can(summary, right, { record })
    ? refusalOfNeeds(summary.needs, access)
    : { why: "forbidden", question };
}

/** A missing licence is named; a feature that the platform lacks appears as forbidden. */
function refusalOfNeeds(needs: Needs | undefined, access: Reader): TabRefusal | undefined {
  const lack = access.findLack({ needs });
  if (lack === null) return undefined;
  return lack === "licence" ? { why: "licence", licence: needs?.licence ?? "" } : { why: "forbidden" };
}
