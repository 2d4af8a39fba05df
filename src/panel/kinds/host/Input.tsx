import type { ReactNode } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { PlainTextInput } from "../controls/PlainTextInput.tsx";

/** A domain name or an address. */
export function HostInput(props: InputProps): ReactNode {
  return <PlainTextInput {...props} inputMode="url" />;
}
