import type { ReactNode } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { NumberInput } from "../controls/NumberInput.tsx";
import { parseInteger } from "../controls/numberText.ts";

/** A whole number. */
export function IntegerInput(props: InputProps): ReactNode {
  return <NumberInput {...props} inputMode="numeric" format={String} parse={parseInteger} />;
}
