import FormHelperText from "@mui/material/FormHelperText";
import type { ReactNode } from "react";
import styles from "./controls.module.css";
import { notesOf } from "./FieldNotes.tsx";

interface FieldsetProps {
  readonly id: string;
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string;
  readonly required?: boolean;
  readonly children: ReactNode;
}

/** Fields that form one value, with one legend. The group itself is focusable, for links to its error. */
export function Fieldset({ id, label, help, error, required, children }: FieldsetProps): ReactNode {
  const notes = notesOf(error, help);
  const notesId = `${id}-notes`;
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={notes ? notesId : undefined} className={styles.fieldset}>
      <legend className="strong below-8">
        {label}
        {required && <span aria-hidden> *</span>}
      </legend>
      {children}
      {notes && (
        <FormHelperText id={notesId} error={error !== undefined} className="above-4">
          {notes}
        </FormHelperText>
      )}
    </fieldset>
  );
}
