import type { ReactNode } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { PlainTextInput } from "../controls/PlainTextInput.tsx";

/** One line of text. */
export function TextInput(props: InputProps): ReactNode {
  const { format, maxLength } = props.field;
  const isDigits = format === "digits" || format === "e164";
  return <PlainTextInput {...props} inputMode={isDigits ? "numeric" : undefined} width={widthFor(maxLength)} />;
}

/** A short field looks short, so that one sees how much is expected. */
function widthFor(maxLength: number | undefined): number | undefined {
  return maxLength !== undefined && maxLength <= 20 ? Math.max(maxLength, 12) : undefined;
}
