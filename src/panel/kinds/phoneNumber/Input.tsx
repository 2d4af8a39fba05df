import type { ReactNode } from "react";
import { Fieldset } from "../controls/Fieldset.tsx";
import type { InputProps } from "../controls/InputProps.ts";
import { NumberParts } from "./NumberParts.tsx";

/** A number in its parts: country code, area code, subscriber number. */
export function PhoneNumberInput(props: InputProps): ReactNode {
  const { id, label, help, required, problems } = props;
  return (
    <Fieldset id={id} label={label} help={help} problem={problems[""]} required={required}>
      <NumberParts {...props} />
    </Fieldset>
  );
}
