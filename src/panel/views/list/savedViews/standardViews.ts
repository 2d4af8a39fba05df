import { useStore } from "react-admin";
import { useLocation } from "react-router";

/** Navigation state from the menu: opens the list afresh, not as it was left. */
export const byMenu = { byMenu: true } as const;

/** Queries of a user's default views by resource; cached, so that nothing waits for them. */
export type StandardViews = Readonly<Record<string, string>>;

const none: StandardViews = {};

export function useStandardViews() {
  return useStore<StandardViews>("savedViews.standard", none);
}

/** Whether the user came from the menu. */
export function useIsByMenu(): boolean {
  const { state } = useLocation();
  return typeof state === "object" && state !== null && "byMenu" in state;
}
