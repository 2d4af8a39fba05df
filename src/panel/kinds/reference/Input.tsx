import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { CreateRelated } from "./CreateRelated.tsx";
import { ReferencePicker } from "./ReferencePicker.tsx";
import { useReferenceFilter } from "./useReferenceFilter.ts";

/** A record of another resource. */
export function ReferenceInput(props: InputProps): ReactNode {
  const { reference } = props.field;
  const filter = useReferenceFilter(reference ?? {});
  if (!reference) throw new Error(`${props.resource}.${props.path} is a reference to nothing`);
  return (
    <Box sx={{ minWidth: { sm: "12rem" } }}>
      <ReferencePicker {...props} source={reference} filter={filter} />
      {!props.readOnly && <CreateRelated reference={reference} filter={filter} fieldId={props.id} />}
    </Box>
  );
}
