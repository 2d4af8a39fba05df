import type { ReactNode } from "react";
import { isValid } from "../../../core/formats/ip-or-cidr.ts";
import { ChipsInput, toItems } from "../controls/ChipsInput.tsx";
import type { InputProps } from "../controls/InputProps.ts";

/** Addresses and networks. */
export function IpListInput(props: InputProps): ReactNode {
  return (
    <ChipsInput
      {...props}
      separators={/[\s,;]/}
      isValid={isValid}
      items={toItems(props.value)}
      onItems={(items) => props.onChange([...items])}
    />
  );
}
