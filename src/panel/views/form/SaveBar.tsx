import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";

/** What becomes of the form once it is saved. */
export type SaveIntent = "stay" | "close";

interface SaveBarProps {
  /** "Create customer", "Save". */
  readonly saveLabel: string;
  /** Whether the form can also be saved and stay open. */
  readonly canStay: boolean;
  /** What there is to save. */
  readonly status: ReactNode;
  readonly isSaving: boolean;
  readonly savingIntent: SaveIntent;
  readonly onSaveAndClose: () => void;
  readonly onCancel: () => void;
}

/** The way out of the form, always in reach. */
export function SaveBar(props: SaveBarProps): ReactNode {
  const { saveLabel, canStay, status, isSaving, savingIntent, onSaveAndClose, onCancel } = props;
  const translate = useTranslate();
  return (
    <Paper
      variant="outlined"
      sx={{
        position: "sticky",
        bottom: 0,
        zIndex: 2,
        p: 1.5,
        display: "flex",
        gap: 1,
        alignItems: "center",
        flexWrap: "wrap",
      }}
    >
      <Button
        type="submit"
        variant="contained"
        loading={isSaving && (!canStay || savingIntent === "stay")}
        disabled={isSaving}
      >
        {saveLabel}
      </Button>
      {canStay && (
        <Button
          variant="outlined"
          loading={isSaving && savingIntent === "close"}
          disabled={isSaving}
          onClick={onSaveAndClose}
        >
          {translate("forms.save.close")}
        </Button>
      )}
      <Button onClick={onCancel} disabled={isSaving}>
        {translate("forms.save.cancel")}
      </Button>
      <Box sx={{ flex: 1 }} />
      <Typography role="status" variant="caption" color="textSecondary">
        {status}
      </Typography>
    </Paper>
  );
}
