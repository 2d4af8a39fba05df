import { useTranslate } from "ra-core";
import { useEffect, useRef } from "react";
import { type PathParts, pathTo } from "../../paths.ts";
import { toHref } from "../../resource/addressOf.ts";
import type { DetailsTab } from "./tabs.ts";

interface TabLinksProps {
  readonly resource: string;
  readonly parts: Pick<PathParts, "id" | "parentId">;
  readonly tabs: readonly DetailsTab[];
  readonly current: DetailsTab;
}

/**
 * The parts of a record's page. Links, as each has an address that can be kept and sent. Where they do not all fit
 * side by side they take more lines; on a narrow screen they are one line that scrolls, with the open one in view.
 */
export function TabLinks({ resource, parts, tabs, current }: TabLinksProps) {
  const translate = useTranslate();
  const line = useRef<HTMLElement>(null);
  const address = current.path;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open, so another link has to be in view.
  useEffect(() => showCurrent(line.current), [address]);
  if (tabs.length < 2) return null;
  return (
    <nav ref={line} className="details-tabs" aria-label={translate("views.details.tabs")}>
      {tabs.map((tab) => {
        const to = pathTo(resource, "details", { ...parts, tab: tab.path });
        return to ? (
          <a
            key={tab.path ?? ""}
            href={toHref(to)}
            aria-current={tab === current ? "page" : undefined}
            className={tab.content.kind === "pending" ? "is-pending" : undefined}
          >
            {translate(tab.labelKey, { smart_count: 2 })}
          </a>
        ) : null;
      })}
    </nav>
  );
}

/** Scrolls the line, and nothing else, until the open tab is in its middle. */
function showCurrent(line: HTMLElement | null): void {
  const link = line?.querySelector<HTMLElement>("[aria-current]");
  if (!line || !link) return;
  line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
}
