import { useEffect } from "react";
import { type Location, useBlocker } from "react-router";

interface LeaveGuard {
  /** Somebody wants to leave and has to be asked first. */
  readonly isAsking: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

/** Holds whoever wants to leave while `isChanged` says so: within the panel, and by closing or reloading the tab. */
export function useLeaveGuard(isChanged: () => boolean): LeaveGuard {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => addressOf(currentLocation) !== addressOf(nextLocation) && isChanged(),
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

function addressOf({ pathname, search }: Location): string {
  return pathname + search;
}
