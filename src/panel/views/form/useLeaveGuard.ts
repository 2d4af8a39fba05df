import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";

export interface LeaveGuard {
  /** Somebody wants to leave and has to be asked first. */
  readonly isAsking: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

/**
 * Holds whoever wants to leave while `isChanged` says so: within the panel, and by closing or reloading the tab.
 * `pageOf` says what is one and the same page; the whole address unless told otherwise.
 */
export function useLeaveGuard(isChanged: () => boolean, pageOf = addressOf): LeaveGuard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => pageOf(currentLocation) !== pageOf(nextLocation) && isChanged(),
  );
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isChanged()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [isChanged]);
  return {
    isAsking: blocker.state === "blocked",
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}

function addressOf({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  return pathname + search;
}
