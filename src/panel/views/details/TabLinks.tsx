import { useTranslate } from "ra-core";
import { type PathParts, pathTo } from "../../paths.ts";
import { toHref } from "../../resource/addressOf.ts";
import type { DetailsTab } from "./tabs.ts";

interface TabLinksProps {
  readonly resource: string;
  readonly parts: Pick<PathParts, "id" | "parentId">;
  readonly tabs: readonly DetailsTab[];
  readonly current: DetailsTab;
}

/** The parts of a record's page. Links, as each has an address that can be kept and sent. */
export function TabLinks({ resource, parts, tabs, current }: TabLinksProps) {
  const translate = useTranslate();
  if (tabs.length < 2) return null;
  return (
    <nav className="details-tabs" aria-label={translate("views.details.tabs")}>
      {tabs.map((tab) => {
        const address = pathTo(resource, "details", { ...parts, tab: tab.path });
        return address ? (
          <a key={tab.labelKey} href={toHref(address)} aria-current={tab === current ? "page" : undefined}>
            {translate(tab.labelKey, { smart_count: 2 })}
          </a>
        ) : null;
      })}
    </nav>
  );
}
