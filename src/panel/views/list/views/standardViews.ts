import { useStore } from "ra-core";
import { useLocation } from "react-router";

/** State of a navigation by the menu: one wants the list, not what one left there. */
export const byMenu = { byMenu: true } as const;

/** Queries of the views that somebody's lists open with, by resource; a copy, so that none has to be waited for. */
export type StandardViews = Readonly<Record<string, string>>;

const none: StandardViews = {};

export function useStandardViews() {
  return useStore<StandardViews>("savedViews.standard", none);
}

/** Whether one came here by the menu. */
export function useIsByMenu(): boolean {
  const { state } = useLocation();
  return typeof state === "object" && state !== null && "byMenu" in state;
}
