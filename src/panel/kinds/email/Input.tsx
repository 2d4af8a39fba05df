import type { ReactNode } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { PlainTextInput } from "../controls/PlainTextInput.tsx";

/** An e-mail address. */
export function EmailInput(props: InputProps): ReactNode {
  return <PlainTextInput {...props} inputMode="email" />;
}
