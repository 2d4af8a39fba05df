import type { ReactNode } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { PlainTextInput } from "../controls/PlainTextInput.tsx";

/** An IPv4 or IPv6 address. */
export function IpInput(props: InputProps): ReactNode {
  return <PlainTextInput {...props} width={39} />;
}
