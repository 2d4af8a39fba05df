import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type ReactNode, useId } from "react";
import { useTranslate } from "react-admin";

/** Texts, or keys of messages. */
interface ConfirmProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly content: string;
  /** The confirming verb. */
  readonly confirm: string;
  readonly cancel: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something irreversible. Unlike in react-admin's, the harmless button has the focus. */
export function Confirm({ isOpen, title, content, confirm, cancel, onConfirm, onClose }: ConfirmProps): ReactNode {
  const translate = useTranslate();
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      role="alertdialog"
      maxWidth="xs"
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <DialogTitle id={titleId}>{translate(title, { _: title })}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>{translate(content, { _: content })}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {translate(cancel, { _: cancel })}
        </Button>
        <Button variant="contained" color="error" onClick={onConfirm}>
          {translate(confirm, { _: confirm })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
