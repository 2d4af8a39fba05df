import Stack from "@mui/material/Stack";
import { type NotificationPayload, useNotificationContext, useTakeUndoableMutation } from "ra-core";
import { useCallback, useEffect, useRef, useState } from "react";
import { Notice } from "./Notice.tsx";

interface Shown {
  readonly key: number;
  readonly payload: NotificationPayload;
}

/** Shows what the panel has to say, newest last, above the page's lower edge. Only one change at a time can be undone. */
export function Notifications() {
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const nextKey = useRef(0);

  const finish = useCallback(
    ({ key, payload }: Shown, isUndo: boolean) => {
      setShown((notices) => notices.filter((notice) => notice.key !== key));
      if (isUndoable(payload)) takeMutation()?.({ isUndo });
    },
    [takeMutation],
  );

  useEffect(() => {
    const payload = notifications.length > 0 ? takeNotification() : undefined;
    if (!payload) return;
    nextKey.current += 1;
    const notice = { key: nextKey.current, payload };
    const pending = isUndoable(payload) ? shown.find((other) => isUndoable(other.payload)) : undefined;
    if (pending) finish(pending, false);
    // Of changes that are stored already the last one can be taken back, too.
    const stays = (other: Shown) => !undoOf(payload) || !undoOf(other.payload);
    setShown((notices) => [...notices.filter(stays), notice]);
  }, [notifications, takeNotification, shown, finish]);

  useWarnBeforeLeaving(shown.some(({ payload }) => isUndoable(payload)));

  return (
    <Stack
      spacing={1}
      sx={{
        position: "fixed",
        bottom: 16,
        left: 16,
        right: 16,
        zIndex: "snackbar",
        alignItems: "center",
        pointerEvents: "none",
      }}
    >
      {shown.map((notice) => (
        <Notice
          key={notice.key}
          payload={notice.payload}
          onClose={() => finish(notice, false)}
          onUndo={
            isUndoable(notice.payload) || undoOf(notice.payload)
              ? () => {
                  finish(notice, true);
                  undoOf(notice.payload)?.();
                }
              : undefined
          }
        />
      ))}
    </Stack>
  );
}

function isUndoable({ notificationOptions }: NotificationPayload): boolean {
  return notificationOptions?.undoable === true;
}

/** Takes back what the notice tells of, where that is stored already. */
function undoOf({ notificationOptions }: NotificationPayload): (() => void) | undefined {
  return notificationOptions?.undo;
}

/** A change that can still be undone is not sent yet: closing the tab would lose it. */
function useWarnBeforeLeaving(isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isPending]);
}
