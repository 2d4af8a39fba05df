import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import type { ReactNode } from "react";
import { notesOf } from "../controls/FieldNotes.tsx";
import type { InputProps } from "../controls/InputProps.ts";

/** A switch. */
export function BooleanInput({ id, label, help, value, onChange, onBlur, readOnly, problems }: InputProps): ReactNode {
  const problem = problems[""];
  const notes = notesOf(problem, help);
  const notesId = `${id}-notes`;
  return (
    <FormControl error={problem !== undefined}>
      <FormControlLabel
        label={label}
        disabled={readOnly}
        // The switch stands where the edges of other inputs are.
        sx={{ ml: -0.75 }}
        control={
          <Switch
            id={id}
            checked={value === true || value === 1}
            onChange={(_, checked) => onChange(checked)}
            onBlur={onBlur}
            slotProps={{
              input: {
                role: "switch",
                "aria-describedby": notes ? notesId : undefined,
                "aria-invalid": problem !== undefined || undefined,
              },
            }}
          />
        }
      />
      {notes && (
        <FormHelperText id={notesId} sx={{ mt: 0 }}>
          {notes}
        </FormHelperText>
      )}
    </FormControl>
  );
}
