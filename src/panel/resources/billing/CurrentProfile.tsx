import type { ReactNode } from "react";
import { KindInput } from "../../kinds/KindInput.tsx";
import type { FieldComponentProps } from "../../views/form/override.ts";

/** The profile in force: every record has one, whichever way the platform wants to be told. */
export function CurrentProfile(props: FieldComponentProps): ReactNode {
  return <KindInput {...props} required={!props.readOnly} />;
}
