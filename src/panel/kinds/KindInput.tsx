import type { ComponentType, ReactNode } from "react";
import { byKind } from "./byKind.ts";
import { type InputProps, type LooseProps, noErrors, type PartProps } from "./controls/InputProps.ts";

/** The input of any field, by its kind. */
export function KindInput(props: LooseProps<PartProps>): ReactNode {
  const { required = false, readOnly = false, errors = noErrors, ...inputProps } = props;
  const Input = inputs[props.field.kind];
  return <Input {...inputProps} {...{ required, readOnly, errors }} Part={KindInput} />;
}

/** The input of each kind. */
export const inputs = byKind<ComponentType<InputProps>>(
  Object.values(import.meta.glob("./*/inputs.tsx", { eager: true, import: "inputs" })),
);
