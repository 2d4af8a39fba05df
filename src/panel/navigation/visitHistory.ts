import type { Identifier } from "react-admin";
import { type DataRouter, type Location, useNavigate } from "react-router";
import { isRecordId } from "../../core/schema/ids.ts";
import { currentPath, withoutQuery } from "./hashLocation.ts";

interface Visit {
  readonly key: string;
  readonly path: string;
}

/** This tab's history as seen by the panel; entries before startup are unknown. */
let visits: readonly Visit[] = [];
let visitIndex = -1;
/** Scroll positions of the page and of its scroll container, in pixels from the top. */
export interface Position {
  readonly page: number;
  readonly part: number;
}

const positions = new Map<string, Position>();

/** A page's scroll container that is restored: the rows of a list. */
export function scrolledPart(): Element | null {
  return document.querySelector("[data-keeps-scroll]");
}

/** The latest entry of this tab's history: its number, as the router counts them, and its path. */
let entryNumber = -1;
let entryPath = "";

/** Notes the current entry, and numbers it if the router did not make it. */
function recordEntry(): void {
  const { state } = window.history;
  const here = currentPath();
  if (typeof state?.idx === "number") entryNumber = state.idx;
  else {
    // Opening the current path again adds no entry.
    if (here !== entryPath) entryNumber += 1;
    window.history.replaceState({ ...state, idx: entryNumber }, "");
  }
  entryPath = here;
}

/**
 * Numbers the entries of paths that are typed, chosen among bookmarks or set by a script. By the numbers the router
 * knows how far the browser has gone: it asks before something is lost, and goes back until it is answered.
 */
export function numberEntries(): () => void {
  recordEntry();
  window.addEventListener("popstate", recordEntry, true);
  return () => window.removeEventListener("popstate", recordEntry, true);
}

/** Tracks visited pages and their scroll positions. Returns the cleanup function. */
export function trackVisits(router: DataRouter): () => void {
  visits = [toVisit(router.state.location)];
  visitIndex = 0;
  // The panel knows when the rows are rendered again; the browser would restore too early.
  window.history.scrollRestoration = "manual";
  const stop = router.subscribe(({ location, historyAction }) => {
    recordEntry();
    const next = toVisit(location);
    const current = visits[visitIndex];
    if (!current || (current.key === next.key && current.path === next.path)) return;
    const position = { page: window.scrollY, part: scrolledPart()?.scrollTop ?? 0 };
    positions.set(entryKey(current), position);
    positions.set(withoutQuery(current.path), position);
    move(next, historyAction);
  });
  return () => {
    stop();
    visits = [];
    visitIndex = -1;
    positions.clear();
  };
}

function move(next: Visit, action: string): void {
  const visitedIndex = visits.findIndex(({ key, path }) => key === next.key && path === next.path);
  if (action === "REPLACE") visits = visits.with(visitIndex, next);
  else if (action === "POP" && visitedIndex >= 0) visitIndex = visitedIndex;
  else {
    // A new entry; a typed URL is one too, although the router reports a POP.
    visits = [...visits.slice(0, visitIndex + 1), next];
    visitIndex = visits.length - 1;
  }
}

/** URL of the previous page within this visit. */
export function previousPath(): string | undefined {
  return visits[visitIndex - 1]?.path;
}

/** Scroll position of this history entry when it was left. */
export function positionOfEntry(location: Location): Position | undefined {
  return positions.get(entryKey(toVisit(location)));
}

/** Scroll position of the page at this path when it was last left, whatever its query. */
export function positionOfPath(pathname: string): Position | undefined {
  return positions.get(pathname);
}

function toVisit({ key, pathname, search }: Location): Visit {
  return { key, path: pathname + search };
}

function entryKey({ key, path }: Visit): string {
  return `${key} ${path}`;
}

const roots: readonly string[] = ["/", "/dashboard", "/login/admin"];

/**
 * The target of "Back" on a list's page: that list if the previous page was the root or another page of the list; null
 * for the previous page otherwise. `above`: URLs of ancestors, such as the record of an edit form.
 */
export function backTarget(previous: string | undefined, list: string, above: readonly string[] = []): string | null {
  // If this URL was opened first, go up one level.
  if (previous === undefined) return above.at(-1) ?? list;
  const path = withoutQuery(previous);
  if (roots.includes(path) || isCreation(path)) return list;
  if (path === withoutQuery(list)) return null;
  const isAbove = above.some((parentPath) => parentPath !== list && isWithin(path, withoutQuery(parentPath)));
  return isWithin(path, withoutQuery(list)) && !isAbove ? list : null;
}

/** The record has been created: nobody returns to its empty form. */
function isCreation(path: string): boolean {
  return path.split("/").includes("create");
}

/** Navigation state for returning to a list: restores its scroll position. */
export const toList = { isReturn: true } as const;

/** Navigation state for returning to a list that has a new record. */
export const toListWith = (createdId: Identifier) => ({ ...toList, createdId });

/** The record that was created on the way to this list. */
export function createdIdIn(state: unknown): Identifier | undefined {
  return typeof state === "object" && state !== null && "createdId" in state && isRecordId(state.createdId)
    ? state.createdId
    : undefined;
}

/** Goes back by that rule; a list is restored with its scroll position. */
export function useGoBack(list: string, above?: readonly string[]): () => void {
  const navigate = useNavigate();
  return () => {
    const target = backTarget(previousPath(), list, above);
    if (target === null) void navigate(-1);
    else void navigate(target, { state: toList });
  };
}

/** Whether the user returns to a page, though by a new history entry. */
export function isReturn(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isReturn" in state;
}

function isWithin(path: string, parentPath: string): boolean {
  return path === parentPath || path.startsWith(`${parentPath}/`);
}
