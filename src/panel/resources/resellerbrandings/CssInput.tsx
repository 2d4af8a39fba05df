import type { ReactNode } from "react";
import { PlainTextInput } from "../../kinds/controls/PlainTextInput.tsx";
import { KindInput } from "../../kinds/KindInput.tsx";
import type { FieldComponentProps } from "../../views/form/override.ts";

/** A style sheet, as it is written: in letters of one width, blanks kept. */
export function CssInput(props: FieldComponentProps): ReactNode {
  return <PlainTextInput {...props} Part={KindInput} multiline monospace />;
}
