import { useSyncExternalStore } from "react";
import { type DataRouter, useLocation } from "react-router";

let destination: string | null = null;
const listeners = new Set<() => void>();

/** Follows where the router is going: the address changes at once, the page when it is there. Returns the way to stop. */
export function watchDestination(router: DataRouter): () => void {
  const stop = router.subscribe(({ location }) => {
    destination = location.key;
    for (const listener of listeners) listener();
  });
  return () => {
    stop();
    destination = null;
  };
}

/** Whether another page is on its way while the last one is still shown. */
export function useIsOnTheWay(): boolean {
  const { key } = useLocation();
  const next = useSyncExternalStore(subscribe, () => destination);
  return next !== null && next !== key;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
