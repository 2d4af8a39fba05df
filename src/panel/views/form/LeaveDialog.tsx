import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import type { LeaveGuard } from "./useLeaveGuard.ts";

interface LeaveDialogProps {
  readonly guard: LeaveGuard;
  /** What will be lost. */
  readonly text: string;
  /** Called before the page is left after all. */
  readonly onLeave?: () => void;
}

/** Asks whoever is about to leave without saving. */
export function LeaveDialog({ guard, text, onLeave }: LeaveDialogProps): ReactNode {
  const translate = useTranslate();
  return (
    <ConfirmDialog
      isOpen={guard.isAsking}
      title={translate("forms.leave.title")}
      text={text}
      cancelLabel={translate("forms.leave.stay")}
      confirmLabel={translate("forms.leave.leave")}
      onCancel={guard.stay}
      onConfirm={() => {
        onLeave?.();
        guard.leave();
      }}
    />
  );
}
