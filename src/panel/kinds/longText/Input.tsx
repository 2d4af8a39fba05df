import type { ReactNode } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { PlainTextInput } from "../controls/PlainTextInput.tsx";

/** Several lines of text. */
export function LongTextInput(props: InputProps): ReactNode {
  return <PlainTextInput {...props} multiline />;
}
