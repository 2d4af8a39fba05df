import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { useWatch } from "react-hook-form";
import styles from "./form.module.css";

/** The fate of the form after saving. */
export type SaveIntent = "stay" | "close";

interface SaveBarProps {
  /** "Create customer", "Save". */
  readonly saveLabel: string;
  /** A second way to save, which returns to the list: its label; absent: there is one way only. */
  readonly closeLabel: string | undefined;
  /** Names of the fields with unsaved input. */
  readonly changed: () => readonly string[];
  readonly isSaving: boolean;
  readonly savingIntent: SaveIntent;
  /** The reason that saving has to wait. */
  readonly hold: string | undefined;
  readonly onSaveAndClose: () => void;
  readonly onCancel: () => void;
  /** Puts back what is stored; absent: there is nothing yet. */
  readonly onReset?: (() => void) | undefined;
}

/** The form's buttons, always in reach. */
export function SaveBar(props: SaveBarProps): ReactNode {
  const { saveLabel, closeLabel, changed, isSaving, savingIntent, hold, onSaveAndClose, onCancel, onReset } = props;
  const translate = useTranslate();
  return (
    <Paper variant="outlined" className={`row middle pad-12 ${styles.bar}`} data-form-bar="">
      <Button
        type="submit"
        variant="contained"
        loading={isSaving && (!closeLabel || savingIntent === "stay")}
        disabled={isSaving || hold !== undefined}
      >
        {saveLabel}
      </Button>
      {closeLabel && (
        <Button
          variant="outlined"
          loading={isSaving && savingIntent === "close"}
          disabled={isSaving || hold !== undefined}
          onClick={onSaveAndClose}
        >
          {closeLabel}
        </Button>
      )}
      <Button onClick={onCancel} disabled={isSaving}>
        {translate("forms.save.cancel")}
      </Button>
      {onReset && <ResetButton changed={changed} isSaving={isSaving} onReset={onReset} />}
      <Typography role="status" variant="caption" color="textSecondary" className="push">
        {hold ?? <ChangeCount changed={changed} isSaving={isSaving} />}
      </Typography>
    </Paper>
  );
}

/** The number of dirty fields. A component of its own, so that only it re-renders on every keystroke. */
function ChangeCount({ changed, isSaving }: Pick<SaveBarProps, "changed" | "isSaving">): ReactNode {
  const translate = useTranslate();
  useWatch();
  const count = changed().length;
  if (isSaving) return translate("forms.save.busy");
  return count > 0 ? translate("forms.save.changes", { smart_count: count }) : null;
}

interface ResetButtonProps extends Pick<SaveBarProps, "changed" | "isSaving"> {
  readonly onReset: () => void;
}

/** There while something is typed; a component of its own, as it follows every key. */
function ResetButton({ changed, isSaving, onReset }: ResetButtonProps): ReactNode {
  const translate = useTranslate();
  useWatch();
  if (changed().length === 0) return null;
  return (
    <Button onClick={onReset} disabled={isSaving}>
      {translate("forms.save.reset")}
    </Button>
  );
}
