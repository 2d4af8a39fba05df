import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { Fieldset } from "../controls/Fieldset.tsx";
import type { InputProps } from "../controls/InputProps.ts";
import { Members } from "../controls/Members.tsx";

/** Fields that together are one value. */
export function ObjectInput(props: InputProps): ReactNode {
  const { id, label, help, required, problems } = props;
  return (
    <Fieldset id={id} label={label} help={help} problem={problems[""]} required={required}>
      <Stack spacing={2}>
        <Members {...props} />
      </Stack>
    </Fieldset>
  );
}
