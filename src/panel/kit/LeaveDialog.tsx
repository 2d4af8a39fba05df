import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef } from "react";
import { type Location, useBlocker } from "react-router";
import { Confirm } from "./Confirm.tsx";

export interface LeaveGuard {
  /** A blocked navigation waiting for confirmation. */
  readonly isAsking: boolean;
  /** The same, without waiting for the next render. */
  readonly isBlocking: () => boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

/**
 * Blocks navigation, closing and reloading while `isChanged`. `pageOf` maps a URL to the page it belongs to; by default
 * each URL is a page.
 */
export function useLeaveGuard(isChanged: () => boolean, pageOf = pageUrl): LeaveGuard {
  const isBlocked = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    isBlocked.current = pageOf(currentLocation) !== pageOf(nextLocation) && isChanged();
    return isBlocked.current;
  });
  const onBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isChanged()) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => onBeforeUnload(event);
    window.addEventListener("beforeunload", listener);
    return () => window.removeEventListener("beforeunload", listener);
  }, []);
  return {
    isAsking: blocker.state === "blocked",
    isBlocking: useCallback(() => isBlocked.current, []),
    leave: () => {
      isBlocked.current = false;
      blocker.proceed?.();
    },
    stay: () => {
      isBlocked.current = false;
      blocker.reset?.();
    },
  };
}

function pageUrl({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  return pathname + search;
}

interface LeaveDialogProps {
  readonly guard: LeaveGuard;
  /** Names the loss: a text, or its key. */
  readonly text: string;
  /** Called before the page is left. */
  readonly onLeave?: () => void;
}

/** Asks before unsaved changes are lost. */
export function LeaveDialog({ guard, text, onLeave }: LeaveDialogProps): ReactNode {
  return (
    <Confirm
      isOpen={guard.isAsking}
      title="forms.leave.title"
      content={text}
      cancel="forms.leave.stay"
      confirm="forms.leave.leave"
      onClose={guard.stay}
      onConfirm={() => {
        onLeave?.();
        guard.leave();
      }}
    />
  );
}
