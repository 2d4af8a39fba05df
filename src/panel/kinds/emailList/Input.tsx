import type { ReactNode } from "react";
import { isValid } from "../../../core/formats/email.ts";
import { ChipsInput } from "../controls/ChipsInput.tsx";
import type { InputProps } from "../controls/InputProps.ts";

/** E-mail addresses; the wire keeps them in one text, separated by commas. */
export function EmailListInput(props: InputProps): ReactNode {
  return (
    <ChipsInput
      {...props}
      separators={/[\s,;]/}
      isValid={isValid}
      items={toAddresses(props.value)}
      onItems={(items) => props.onChange(items.length > 0 ? items.join(",") : null)}
    />
  );
}

function toAddresses(value: unknown): string[] {
  if (typeof value !== "string") return [];
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
