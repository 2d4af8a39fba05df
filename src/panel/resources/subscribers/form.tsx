import { type ReactNode, use, useEffect, useRef } from "react";
import { FormValuesContext } from "../../kinds/controls/formValues.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import type { FieldComponentProps, FormOverride } from "../../views/form/override.ts";

export const form: FormOverride<"subscribers"> = { fieldComponents: { webusername: WebUsernameInput } };

/** The SIP username, until it is changed: what the platform gives a subscriber without a name of its own. */
function WebUsernameInput(props: FieldComponentProps): ReactNode {
  const { isNew, read, subscribe, fill } = use(FormValuesContext);
  const lastFilled = useRef<unknown>(null);
  useEffect(() => {
    if (!isNew) return;
    return subscribe(() => {
      const [username = null, webUsername = null] = [read("username"), read("webusername")];
      if (webUsername !== lastFilled.current || username === webUsername) return;
      lastFilled.current = username;
      fill("webusername", username);
    });
  }, [isNew, read, subscribe, fill]);
  return <KindInput {...props} />;
}
