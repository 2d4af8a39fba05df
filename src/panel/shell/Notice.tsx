import CloseIcon from "@mui/icons-material/Close";
import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import type { AlertColor } from "@mui/material/Alert";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { type NotificationPayload, useTranslate } from "ra-core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Question } from "../explain/question.ts";
import { WhyButton } from "../explain/WhyButton.tsx";
import { failureKeys } from "../providers/http.ts";
import { useCopy } from "./useCopy.ts";

export interface NoticeProps {
  payload: NotificationPayload;
  onClose: () => void;
  /** Given when the change can still be undone. */
  onUndo?: () => void;
}

/** Milliseconds. */
const errorDuration = 10_000;
const otherDuration = 4_000;

/** One message. It stays while one points at it or has the focus in it, and an error can be copied for a report. */
export function Notice({ payload, onClose, onUndo }: NoticeProps) {
  const translate = useTranslate();
  const copy = useCopy();
  const { message, type, notificationOptions } = payload;
  const why: Question | undefined = notificationOptions?.why;
  const isError = type === "error";
  const duration = notificationOptions?.autoHideDuration ?? (isError ? errorDuration : otherDuration);
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
      sx={{
        pointerEvents: "auto",
        maxWidth: 640,
        border: 1,
        borderColor: "currentColor",
        boxShadow: "0 8px 28px rgb(0 0 0 / 18%)",
        "& .MuiAlert-message": { overflowWrap: "anywhere", whiteSpace: "pre-line" },
      }}
      action={
        <>
          {onUndo && (
            <Button color="inherit" size="small" onClick={onUndo}>
              {translate("ra.action.undo")}
            </Button>
          )}
          {why && <WhyButton question={why} hasWords />}
          {isError && typeof content === "string" && (
            <NoticeButton label={translate("app.notice.copy")} onClick={() => void copy(content)}>
              <ContentCopyIcon fontSize="small" />
            </NoticeButton>
          )}
          <NoticeButton label={translate("app.notice.close")} onClick={onClose}>
            <CloseIcon fontSize="small" />
          </NoticeButton>
        </>
      }
    >
      {content}
    </Alert>
  );
}

function NoticeButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <IconButton color="inherit" aria-label={label} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

/** A server's message is shown as it is, a key is translated, and there is a word even when there is none. */
function useContent(message: ReactNode, args: Record<string, unknown> | undefined): ReactNode {
  const translate = useTranslate();
  if (typeof message === "string" && message !== "") return translate(message, { _: message, ...args });
  return message || translate(failureKeys.unknown);
}

function toSeverity(type: NotificationPayload["type"]): AlertColor {
  return type === "success" || type === "warning" || type === "error" ? type : "info";
}

/** Calls back after `delay` milliseconds; null stops the clock, and starting again starts anew. */
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
