import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslate } from "react-admin";

interface ViewNameDialogProps {
  readonly title: string;
  /** The view's current name. */
  readonly name?: string;
  /** Names of this list's other views. */
  readonly taken: readonly string[];
  /** Rejects with the reason when storing fails; the dialog then stays open and shows it. */
  readonly onName: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Most characters that the service accepts. */
const maxLength = 100;

/** Asks for a view's name. */
export function ViewNameDialog({ title, name = "", taken, onName, onClose }: ViewNameDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const refuse = (reason: string) => {
    setProblem(reason);
    inputRef.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === "") return refuse(translate("lists.views.nameNeeded"));
    if (taken.includes(wanted)) return refuse(translate("lists.views.nameTaken"));
    setIsBusy(true);
    try {
      await onName(wanted);
      onClose();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      refuse(translate(message, { _: message }));
      setIsBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            margin="dense"
            label={translate("lists.views.name")}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setProblem("");
            }}
            error={problem !== ""}
            helperText={problem || translate("lists.views.nameHelp")}
            inputRef={inputRef}
            slotProps={{ htmlInput: { maxLength }, formHelperText: { role: problem ? "alert" : undefined } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate("lists.cancel")}</Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {translate("lists.views.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
