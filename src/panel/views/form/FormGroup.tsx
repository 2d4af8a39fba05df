import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { type ReactNode, useId } from "react";
import { groupKey } from "../../resource/labels.ts";

interface FormGroupProps {
  readonly resource: string;
  readonly name: string;
  readonly children: ReactNode;
}

/** Fields that belong together, under their heading. */
export function FormGroup({ resource, name, children }: FormGroupProps): ReactNode {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={titleId} variant="h2" gutterBottom>
        {translate(groupKey(resource, name))}
      </Typography>
      <Stack component={Box} spacing={2.5} sx={{ maxWidth: 640, mt: 2 }}>
        {children}
      </Stack>
    </Paper>
  );
}
