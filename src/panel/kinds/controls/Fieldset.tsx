import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import type { ReactNode } from "react";
import { notesOf } from "./FieldNotes.tsx";

interface FieldsetProps {
  readonly id: string;
  readonly label: string;
  readonly help?: ReactNode;
  readonly problem?: string;
  readonly required?: boolean;
  readonly children: ReactNode;
}

/** Fields that form one value, with one legend. The group itself is focusable, for links to its error. */
export function Fieldset({ id, label, help, problem, required, children }: FieldsetProps): ReactNode {
  const notes = notesOf(problem, help);
  const notesId = `${id}-notes`;
  return (
    <Box
      component="fieldset"
      id={id}
      tabIndex={-1}
      aria-describedby={notes ? notesId : undefined}
      sx={{
        border: 0,
        borderInlineStart: 2,
        borderColor: problem ? "error.main" : "divider",
        m: 0,
        p: 0,
        pl: 2,
        minWidth: 0,
      }}
    >
      <Box component="legend" sx={{ p: 0, mb: 1, typography: "subtitle2" }}>
        {label}
        {required && <span aria-hidden> *</span>}
      </Box>
      {children}
      {notes && (
        <FormHelperText id={notesId} error={problem !== undefined} sx={{ mt: 0.75 }}>
          {notes}
        </FormHelperText>
      )}
    </Box>
  );
}
