import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";

/** Tells that the form holds what was typed earlier, and offers to start from the stored record instead. */
export function DraftNotice({ onDiscard }: { readonly onDiscard: () => void }): ReactNode {
  const translate = useTranslate();
  return (
    <Alert
      severity="info"
      action={
        <Button size="small" color="inherit" onClick={onDiscard}>
          {translate("forms.draft.discard")}
        </Button>
      }
    >
      {translate("forms.draft.restored")}
    </Alert>
  );
}
