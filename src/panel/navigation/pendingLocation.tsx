import { useSyncExternalStore } from "react";
import { useTranslate } from "react-admin";
import { type DataRouter, type Location, useLocation } from "react-router";
import { buildListeners } from "../providers/listeners.ts";
import styles from "../ui/progress.module.css";

let tracked: DataRouter | null = null;
const listeners = buildListeners();

/** The router's location, rendered or not. */
const destination = (): Location | null => tracked?.state.location ?? null;

/** Tracks the router's target: the URL changes at once, the page once it has loaded. Returns the cleanup function. */
export function trackPendingLocation(router: DataRouter): () => void {
  tracked = router;
  const stop = router.subscribe(listeners.notify);
  return () => {
    stop();
    tracked = null;
  };
}

/**
 * Goes to a URL that renders at once, before the call returns: another query of the same page, which the next change of
 * it builds on. `useNavigate` has no such option below the panel's own routes.
 */
export function goAtOnce(to: Pick<Location, "pathname" | "search">, { replace = false } = {}): void {
  void tracked?.navigate(to, { replace, flushSync: true });
}

/**
 * Whether the page at this path is being left for one that is still loading. If it wrote into the URL now, after a
 * pause in typing for instance, it would call its user back.
 */
export const isLeaving = (pathname: string) => tracked !== null && tracked.state.location.pathname !== pathname;

/** Whether the next page is loading while the last one is still shown. */
function useIsNavigating(): boolean {
  const current = useLocation();
  const next = useSyncExternalStore(listeners.subscribe, destination);
  // All that was typed into the address bar has the same key.
  return (
    next !== null &&
    [next.key, next.pathname, next.search].join() !== [current.key, current.pathname, current.search].join()
  );
}

/** Progress line at the top while the next page loads; invisible when that is fast. */
export function PageProgress() {
  const translate = useTranslate();
  return (
    useIsNavigating() && (
      <div className={styles.progress} data-progress="" role="progressbar" aria-label={translate("app.loading")} />
    )
  );
}
