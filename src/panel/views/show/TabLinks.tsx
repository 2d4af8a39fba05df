import { useEffect, useRef } from "react";
import { useLocale, useTranslate } from "react-admin";
import { type PathParts, pathTo } from "../../navigation/paths.ts";
import { toHref } from "../../navigation/recordPath.ts";
import styles from "./details.module.css";
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

/**
 * A record's tabs as links, since each has a shareable URL. Where they do not fit, their line scrolls, with the open tab
 * in view. Tabs of a section and subtabs have a line of their own while one of them is open.
 */
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
      <LinkLine label={translate("views.details.tabs")} links={links} className="below-12" />
      <LinkLine
        label={open === undefined ? "" : translate(open)}
        links={inside.map((tab) => linkOf(tab, tab.labelKey, tab === current))}
        className={`below-12 ${styles.parts}`}
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

interface TabLink {
  readonly path: string | null;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly isPending: boolean;
  /** Whether there is room for a count, which may come later or never: nothing shifts. */
  readonly hasCount: boolean;
  readonly count?: number | undefined;
}

function LinkLine({ label, links, className }: { label: string; links: readonly TabLink[]; className: string }) {
  const translate = useTranslate();
  const locale = useLocale();
  const line = useRef<HTMLElement>(null);
  const open = links.find(({ isCurrent }) => isCurrent)?.path;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly opened tab has to be in view.
  useEffect(() => showCurrent(line.current), [open]);
  if (links.length < 2) return null;
  return (
    <nav ref={line} className={`flex gap-2 relative scroll ${styles.tabs} ${className}`} aria-label={label}>
      {links.map(({ path, label: text, isCurrent, isPending, hasCount, count }) =>
        path ? (
          <a
            key={path}
            href={toHref(path)}
            aria-current={isCurrent ? "page" : undefined}
            className={`rigid ${isPending ? "normal" : "strong"}`}
            // A description: it is not part of what the tab is called.
            aria-description={
              count === undefined ? undefined : translate("views.value.entries", { smart_count: count })
            }
          >
            {text}
            {hasCount && (
              <span className={`note inline normal ${styles.count}`} aria-hidden>
                {count?.toLocaleString(locale)}
              </span>
            )}
          </a>
        ) : null,
      )}
    </nav>
  );
}

/** Scrolls only the tab line, to center the open tab. */
function showCurrent(line: HTMLElement | null): void {
  const link = line?.querySelector<HTMLElement>("[aria-current]");
  if (!line || !link) return;
  line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
}
