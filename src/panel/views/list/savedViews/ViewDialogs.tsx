import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { type FormEvent, useId, useRef, useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import { Confirm } from "../../../kit/Confirm.tsx";
import type { ViewState } from "./useViewState.ts";

/** The question that a command on saved views asks first. */
export type ViewQuestion = "add" | "rename" | "remove";

interface ViewDialogsProps {
  readonly question: ViewQuestion;
  readonly resource: string;
  readonly state: ViewState;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks for a view's name, or whether to delete it. */
export function ViewDialogs({ question, resource, state, onRemove, onClose }: ViewDialogsProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { service, views, active, query } = state;
  if (question === "add") {
    return (
      <ViewNameDialog
        title={translate("lists.views.addTitle")}
        takenNames={views.map(({ name }) => name)}
        onName={async (name) => {
          const storedView = await service.add({ resource, name, query });
          state.open(storedView);
          notify("lists.views.added", { messageArgs: { name }, type: "success" });
        }}
        onClose={onClose}
      />
    );
  }
  if (!active) return null;
  if (question === "rename") {
    return (
      <ViewNameDialog
        title={translate("lists.views.renameTitle", { name: active.name })}
        name={active.name}
        takenNames={views.filter(({ id }) => id !== active.id).map(({ name }) => name)}
        onName={(name) => service.change(active, { name })}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirm
      isOpen
      title={translate("lists.views.removeTitle", { name: active.name })}
      content="lists.views.removeText"
      confirm="lists.views.remove"
      cancel="lists.cancel"
      onClose={onClose}
      onConfirm={() => {
        onClose();
        onRemove();
      }}
    />
  );
}

interface ViewNameDialogProps {
  readonly title: string;
  /** The view's current name. */
  readonly name?: string;
  /** Names of this list's other views. */
  readonly takenNames: readonly string[];
  /** Rejects with the reason when storing fails; the dialog then stays open and shows it. */
  readonly onName: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Most characters that the service accepts. */
const maxLength = 100;

/** Asks for a view's name. */
function ViewNameDialog({ title, name = "", takenNames, onName, onClose }: ViewNameDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(name);
  const [nameError, setNameError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const refuse = (reason: string) => {
    setNameError(reason);
    inputRef.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const newName = text.trim();
    if (newName === "") return refuse(translate("lists.views.nameNeeded"));
    if (takenNames.includes(newName)) return refuse(translate("lists.views.nameTaken"));
    setIsBusy(true);
    try {
      await onName(newName);
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
              setNameError("");
            }}
            error={nameError !== ""}
            helperText={nameError || translate("lists.views.nameHelp")}
            inputRef={inputRef}
            slotProps={{ htmlInput: { maxLength }, formHelperText: { role: nameError ? "alert" : undefined } }}
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
