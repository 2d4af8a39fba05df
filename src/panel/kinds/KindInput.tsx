import type { ReactNode } from "react";
import type { PartProps } from "./controls/InputProps.ts";
import { inputs } from "./inputs.ts";

/** Any field by its kind. */
export function KindInput(props: PartProps): ReactNode {
  const Input = inputs[props.field.kind];
  return <Input {...props} Part={KindInput} />;
}
