import { type ReactNode, useState } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { TextControl } from "../controls/TextControl.tsx";
import { RevealButton } from "./RevealButton.tsx";

/** A secret without rules of its own, masked until it is asked for. */
export function SecretInput(props: InputProps): ReactNode {
  const { value, onChange } = props;
  const [isShown, setIsShown] = useState(false);
  const text = typeof value === "string" ? value : "";
  return (
    <TextControl
      {...props}
      type={isShown ? "text" : "password"}
      autoComplete="new-password"
      monospace={isShown}
      text={text}
      onText={(typed) => onChange(typed === "" ? null : typed)}
      end={text === "" ? undefined : <RevealButton isShown={isShown} onClick={() => setIsShown(!isShown)} />}
    />
  );
}
