import type { ReactNode } from "react";
import { ChipsInput, toItems } from "../controls/ChipsInput.tsx";
import type { InputProps } from "../controls/InputProps.ts";

/** Several texts. */
export function TagsInput(props: InputProps): ReactNode {
  return (
    <ChipsInput
      {...props}
      separators={/[,;\n]/}
      items={toItems(props.value)}
      onItems={(items) => props.onChange([...items])}
    />
  );
}
