import { useTranslate } from "ra-core";
import { useEffect, useRef } from "react";
import { type PathParts, pathTo } from "../../paths.ts";
import { toHref } from "../../resource/addressOf.ts";
import { type DetailsTab, wholeOf } from "./tabs.ts";

interface TabLinksProps {
  readonly resource: string;
  readonly parts: Pick<PathParts, "id" | "parentId">;
  readonly tabs: readonly DetailsTab[];
  readonly current: DetailsTab;
}

/**
 * The parts of a record's page. Links, as each has an address that can be kept and sent. Where they do not all fit
 * side by side they take more lines; on a narrow screen they are one line that scrolls, with the open one in view.
 * The parts of a tab that has such stand in a line of their own while it is open.
 */
export function TabLinks({ resource, parts, tabs, current }: TabLinksProps) {
  const translate = useTranslate();
  const whole = wholeOf(current);
  const linkOf = (tab: DetailsTab, label: string, isCurrent: boolean): TabLink => ({
    address: pathTo(resource, "details", { ...parts, tab: tab.path }),
    label: translate(label, { smart_count: 2 }),
    isCurrent,
    isPending: tab.content.kind === "pending",
  });
  const wholes = tabs.filter((tab, index) => {
    const mine = wholeOf(tab);
    return mine === undefined || index === tabs.findIndex((other) => wholeOf(other) === mine);
  });
  const links = wholes.map((tab) => {
    const mine = wholeOf(tab);
    return mine === undefined
      ? linkOf(tab, tab.labelKey, tab === current)
      : linkOf(tab, `details.tabs.${mine}`, mine === whole);
  });
  const inside = whole === undefined ? [] : tabs.filter((tab) => wholeOf(tab) === whole);
  return (
    <>
      <LinkLine label={translate("views.details.tabs")} links={links} className="details-tabs" />
      <LinkLine
        label={translate(`details.tabs.${whole}`, { _: "" })}
        links={inside.map((tab) => linkOf(tab, tab.labelKey, tab === current))}
        className="details-tabs details-parts"
      />
    </>
  );
}

interface TabLink {
  readonly address: string | null;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly isPending: boolean;
}

function LinkLine({ label, links, className }: { label: string; links: readonly TabLink[]; className: string }) {
  const line = useRef<HTMLElement>(null);
  const open = links.find(({ isCurrent }) => isCurrent)?.address;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open, so another link has to be in view.
  useEffect(() => showCurrent(line.current), [open]);
  if (links.length < 2) return null;
  return (
    <nav ref={line} className={className} aria-label={label}>
      {links.map(({ address, label: text, isCurrent, isPending }) =>
        address ? (
          <a
            key={address}
            href={toHref(address)}
            aria-current={isCurrent ? "page" : undefined}
            className={isPending ? "is-pending" : undefined}
          >
            {text}
          </a>
        ) : null,
      )}
    </nav>
  );
}

/** Scrolls the line, and nothing else, until the open tab is in its middle. */
function showCurrent(line: HTMLElement | null): void {
  const link = line?.querySelector<HTMLElement>("[aria-current]");
  if (!line || !link) return;
  line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
}
