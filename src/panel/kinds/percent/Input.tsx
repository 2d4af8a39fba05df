import type { ReactNode } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { DecimalInput } from "../decimal/Input.tsx";

/** A share in percent: 20 is 20 %. */
export function PercentInput(props: InputProps): ReactNode {
  return <DecimalInput {...props} unit="%" />;
}
