import CloseIcon from "@mui/icons-material/Close";
import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import Alert, { type AlertColor } from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type NotificationPayload, useNotificationContext, useTakeUndoableMutation, useTranslate } from "react-admin";
import { failureKeys, onChangeRequest } from "../providers/http.ts";
import { NamedButton } from "../ui/NamedButton.tsx";
import { useCopy } from "../ui/useCopy.ts";
import styles from "./notification.module.css";

interface VisibleNotice {
  readonly key: number;
  readonly payload: NotificationPayload;
}

interface NotificationProps {
  /** Further buttons of a notification. */
  readonly actionsOf?: (payload: NotificationPayload) => ReactNode;
}

/** The panel's notifications, newest last, above the lower edge. Only one change at a time can be undone. */
export function Notification({ actionsOf }: NotificationProps) {
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const [visible, setVisible] = useState<readonly VisibleNotice[]>([]);
  const nextKey = useRef(0);

  const finish = useCallback(
    ({ key, payload }: VisibleNotice, isUndo: boolean) => {
      setVisible((notices) => notices.filter((notice) => notice.key !== key));
      if (isUndoable(payload)) takeMutation()?.({ isUndo });
    },
    [takeMutation],
  );

  useEffect(() => {
    const payload = notifications.length > 0 ? takeNotification() : undefined;
    if (!payload) return;
    nextKey.current += 1;
    const notice = { key: nextKey.current, payload };
    const pending = isUndoable(payload) ? visible.find((other) => isUndoable(other.payload)) : undefined;
    if (pending) finish(pending, false);
    // Only the last of the stored changes can be undone as well.
    const stays = (other: VisibleNotice) => !undoOf(payload) || !undoOf(other.payload);
    setVisible((notices) => [...notices.filter(stays), notice]);
  }, [notifications, takeNotification, visible, finish]);

  // The next change begins: what could be undone is not the last one any more.
  useEffect(
    () => onChangeRequest(() => setVisible((notices) => notices.filter(({ payload }) => !undoOf(payload)))),
    [],
  );
  const stack = useRef<HTMLDivElement>(null);
  const bottom = useRoomBelow(stack, visible.length);

  useWarnBeforeLeaving(visible.some(({ payload }) => isUndoable(payload)));

  return (
    <Stack ref={stack} spacing={1} className={`middle ${styles.notices}`} style={{ bottom }}>
      {visible.map((notice) => (
        <Notice
          key={notice.key}
          payload={notice.payload}
          actions={actionsOf?.(notice.payload)}
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

/** Undoes a notification's stored change. */
function undoOf({ notificationOptions }: NotificationPayload): (() => void) | undefined {
  return notificationOptions?.undo;
}

/** Above the buttons of a form or dialog that the notices would lie on. */
function useRoomBelow(stack: RefObject<HTMLElement | null>, count: number): number {
  const [room, setRoom] = useState(margin);
  useEffect(() => {
    if (count === 0) return;
    const measure = () => {
      const bars = [...document.querySelectorAll("[data-form-bar], .MuiDialogActions-root")];
      const boxes = bars.map((bar) => bar.getBoundingClientRect()).sort((one, other) => other.top - one.top);
      const height = (stack.current?.offsetHeight ?? 0) + margin;
      let edge = window.innerHeight;
      for (const { top, bottom } of boxes) if (top < edge && bottom > edge - height) edge = top;
      setRoom(window.innerHeight - edge + margin);
    };
    measure();
    // Another page or dialog has other buttons, or none.
    const pages = new MutationObserver(measure);
    pages.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("scroll", measure, true);
    window.addEventListener("resize", measure);
    return () => {
      pages.disconnect();
      window.removeEventListener("scroll", measure, true);
      window.removeEventListener("resize", measure);
    };
  }, [stack, count]);
  return room;
}

const margin = 16;

/** An undoable change is not sent yet: closing the tab would lose it. */
function useWarnBeforeLeaving(isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isPending]);
}

interface NoticeProps {
  payload: NotificationPayload;
  actions: ReactNode;
  onClose: () => void;
  /** Present while the change can be undone. */
  onUndo?: () => void;
}

/** Milliseconds. */
const errorDuration = 10_000;
const otherDuration = 4_000;
/** A stored change can be taken back as long. */
const undoDuration = 30_000;

/** One notification. It stays while hovered or focused, and errors can be copied for a report. */
function Notice({ payload, actions, onClose, onUndo }: NoticeProps) {
  const translate = useTranslate();
  const copy = useCopy();
  const { message, type, notificationOptions } = payload;
  const isError = type === "error";
  const ownDuration = undoOf(payload) ? undoDuration : isError ? errorDuration : otherDuration;
  const duration = notificationOptions?.autoHideDuration ?? ownDuration;
  const [isHeld, setIsHeld] = useState(false);
  const content = useContent(message, notificationOptions?.messageArgs);
  useTimeout(onClose, isHeld ? null : duration);

  return (
    <Alert
      severity={toSeverity(type)}
      role={isError ? "alert" : "status"}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={`max-640 ${styles.notice}`}
      data-notice=""
      action={
        <>
          {onUndo && (
            <Button color="inherit" size="small" onClick={onUndo}>
              {translate("ra.action.undo")}
            </Button>
          )}
          {actions}
          {isError && typeof content === "string" && (
            <NamedButton color="inherit" label={translate("app.notice.copy")} onClick={() => void copy(content)}>
              <ContentCopyIcon fontSize="small" />
            </NamedButton>
          )}
          <NamedButton color="inherit" label={translate("app.notice.close")} onClick={onClose}>
            <CloseIcon fontSize="small" />
          </NamedButton>
        </>
      }
    >
      {content}
    </Alert>
  );
}

/** A server's message is shown as it is, a key is translated, and without either there is a generic text. */
function useContent(message: ReactNode, args: Record<string, unknown> | undefined): ReactNode {
  const translate = useTranslate();
  if (typeof message === "string" && message !== "") return translate(message, { _: message, ...args });
  return message || translate(failureKeys.unknown);
}

function toSeverity(type: NotificationPayload["type"]): AlertColor {
  return type === "success" || type === "warning" || type === "error" ? type : "info";
}

/** Calls back after `delay` milliseconds; null stops the timer, and restarting resets it. */
function useTimeout(callback: () => void, delay: number | null): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => {
    if (delay === null) return;
    const timer = setTimeout(() => latest.current(), delay);
    return () => clearTimeout(timer);
  }, [delay]);
}
