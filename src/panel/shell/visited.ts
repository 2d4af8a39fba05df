import type { DataRouter, Location } from "react-router";

interface Visit {
  readonly key: string;
  readonly address: string;
}

/** The history of this tab as far as the panel has seen it; what was before its start is nobody's business here. */
let visits: readonly Visit[] = [];
let at = -1;
/** How far a page is scrolled, and the part of it that scrolls by itself: pixels from the top. */
export interface Position {
  readonly page: number;
  readonly part: number;
}

const positions = new Map<string, Position>();

/** The part of a page that scrolls by itself and comes back as it was left: the rows of a list. */
export function scrolledPart(): Element | null {
  return document.querySelector("[data-keeps-scroll]");
}

/** Remembers the pages one goes through, and how far each was scrolled. Returns the way to stop. */
export function rememberVisits(router: DataRouter): () => void {
  visits = [toVisit(router.state.location)];
  at = 0;
  // The panel knows when the rows are there again; the browser scrolls before that.
  window.history.scrollRestoration = "manual";
  const stop = router.subscribe(({ location, historyAction }) => {
    const next = toVisit(location);
    const current = visits[at];
    if (!current || (current.key === next.key && current.address === next.address)) return;
    const position = { page: window.scrollY, part: scrolledPart()?.scrollTop ?? 0 };
    positions.set(entryKey(current), position);
    positions.set(pathOf(current.address), position);
    move(next, historyAction);
  });
  return () => {
    stop();
    visits = [];
    at = -1;
    positions.clear();
  };
}

function move(next: Visit, action: string): void {
  const known = visits.findIndex(({ key, address }) => key === next.key && address === next.address);
  if (action === "REPLACE") visits = visits.with(at, next);
  else if (action === "POP" && known >= 0) at = known;
  else {
    // A new step; an address that somebody typed is one too, though the router calls it otherwise.
    visits = [...visits.slice(0, at + 1), next];
    at = visits.length - 1;
  }
}

/** Address of the page before this one, within this visit of the panel. */
export function previousAddress(): string | undefined {
  return visits[at - 1]?.address;
}

/** How far the page of this history entry was scrolled when it was left. */
export function positionOfEntry(location: Location): Position | undefined {
  return positions.get(entryKey(toVisit(location)));
}

/** How far the page of this path was scrolled when it was last left, whatever its query was. */
export function positionOfPath(pathname: string): Position | undefined {
  return positions.get(pathname);
}

function toVisit({ key, pathname, search }: Location): Visit {
  return { key, address: pathname + search };
}

function entryKey({ key, address }: Visit): string {
  return `${key} ${address}`;
}

function pathOf(address: string): string {
  return address.split("?")[0] ?? "";
}
