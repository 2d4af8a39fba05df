import { useTranslate } from "react-admin";
import { TabbedShowLayoutTabs, type TabLink } from "../../kit/TabbedShowLayout.tsx";
import { type PathParts, pathTo } from "../../navigation/paths.ts";
import { parentTabPath, type ShowTab } from "./tabs.ts";

interface TabLinksProps {
  readonly resource: string;
  readonly parts: Pick<PathParts, "id" | "parentId">;
  readonly tabs: readonly ShowTab[];
  /** Undefined: none of them. */
  readonly current: ShowTab | undefined;
  /** Numbers of records by the path of their tab: empty while not known; absent: never reported. */
  readonly counts?: Readonly<Record<string, number>> | undefined;
}

/** The lines of a record's tabs: those of a section and subtabs have one of their own while one of them is open. */
export function TabLinks({ resource, parts, tabs, current, counts }: TabLinksProps) {
  const translate = useTranslate();
  const linkOf = (tab: ShowTab, label: string, isCurrent: boolean, sectionTabs = [tab]): TabLink => {
    const lists = sectionTabs.filter(({ content, path }) => content.kind === "list" && path !== undefined);
    const count = counts && sumOf(lists.map(({ path = "" }) => counts[path]));
    return {
      path: pathTo(resource, "details", { ...parts, tab: tab.path }),
      label: translate(label, { smart_count: 2 }),
      isCurrent,
      isPending: tab.content.kind === "legacy",
      hasCount: counts !== undefined && lists.length > 0,
      // A section is more than its lists: nothing in them says nothing of it.
      count: count === 0 && sectionTabs.length > 1 ? undefined : count,
    };
  };
  const first = tabs.filter((tab, index) => {
    const line = sectionLabelKey(tab);
    return line === undefined || index === tabs.findIndex((other) => sectionLabelKey(other) === line);
  });
  const open = current && sectionLabelKey(current);
  const links = first.map((tab) => {
    const line = sectionLabelKey(tab);
    if (line === undefined) return linkOf(tab, tab.labelKey, tab === current);
    return linkOf(
      tab,
      line,
      line === open,
      tabs.filter((other) => sectionLabelKey(other) === line),
    );
  });
  const inside = open === undefined ? [] : tabs.filter((tab) => sectionLabelKey(tab) === open);
  return (
    <>
      <TabbedShowLayoutTabs label={translate("views.details.tabs")} links={links} />
      <TabbedShowLayoutTabs
        label={open === undefined ? "" : translate(open)}
        links={inside.map((tab) => linkOf(tab, tab.labelKey, tab === current))}
        isPart
      />
    </>
  );
}

/** The sum, if all are known: what some lists of a section have says too little of the whole. */
function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  return counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
}

/** The text of the line that the tab is in, below the first; undefined: it is in the first. */
export function sectionLabelKey(tab: Pick<ShowTab, "path" | "section">): string | undefined {
  if (tab.section !== undefined) return `details.sections.${tab.section}`;
  const parentPath = parentTabPath(tab);
  return parentPath === undefined ? undefined : `details.tabs.${parentPath}`;
}
