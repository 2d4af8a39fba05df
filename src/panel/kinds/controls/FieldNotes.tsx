import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";

interface FieldNotesProps {
  readonly problem?: string;
  readonly help?: ReactNode;
}

/** What stands under an input: first what is wrong, then the sentence of help. The input describes itself by both. */
export function FieldNotes({ problem, help }: FieldNotesProps): ReactNode {
  return (
    <>
      {problem && (
        <Box component="span" sx={{ display: "flex", gap: 0.5, alignItems: "flex-start", color: "error.main" }}>
          <ErrorOutlined aria-hidden sx={{ fontSize: "1.1em", mt: "0.15em" }} />
          <span>{problem}</span>
        </Box>
      )}
      {help && (
        <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
          {help}
        </Box>
      )}
    </>
  );
}

/** FieldNotes, or undefined when there is nothing to say: an empty note would still take its space. */
export function notesOf(problem: string | undefined, help: ReactNode): ReactNode | undefined {
  return problem || help ? <FieldNotes problem={problem} help={help} /> : undefined;
}
