import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useLocale, useTranslate } from "react-admin";
import { toHref } from "../navigation/recordPath.ts";
import { FactsSkeleton } from "./Skeletons.tsx";
import styles from "./tabs.module.css";

interface TabbedShowLayoutProps {
  /** The lines of tabs: `TabbedShowLayoutTabs`. */
  readonly tabs: ReactNode;
  /** The open one. */
  readonly value: string | undefined;
  /** Its content. */
  readonly children: ReactNode;
}

/** A page with tabs, one of which is open. */
export function TabbedShowLayout({ tabs, value, children }: TabbedShowLayoutProps) {
  return (
    <>
      {tabs}
      {/* A Suspense boundary per tab: the previous tab does not linger while the next one loads. */}
      <Suspense key={value} fallback={<FactsSkeleton />}>
        {children}
      </Suspense>
    </>
  );
}

export interface TabLink {
  readonly path: string | null;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly isPending: boolean;
  /** Whether there is room for a count, which may come later or never: nothing shifts. */
  readonly hasCount: boolean;
  readonly count?: number | undefined;
}

interface TabbedShowLayoutTabsProps {
  readonly label: string;
  readonly links: readonly TabLink[];
  readonly isPart?: boolean;
}

/** Tabs as links, since each has a shareable URL. Where they do not fit, their line scrolls, with the open tab in view. */
export function TabbedShowLayoutTabs({ label, links, isPart = false }: TabbedShowLayoutTabsProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const line = useRef<HTMLElement>(null);
  const open = links.find(({ isCurrent }) => isCurrent)?.path;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly opened tab has to be in view.
  useEffect(() => showCurrent(line.current), [open]);
  if (links.length < 2) return null;
  return (
    <nav
      ref={line}
      className={`flex gap-2 relative scroll below-12 ${styles.tabs}${isPart ? ` ${styles.parts}` : ""}`}
      aria-label={label}
    >
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
