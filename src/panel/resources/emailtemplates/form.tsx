import type { ReactNode } from "react";
import { mailErrors } from "../../../core/mail/mailTemplates.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { type FieldComponentProps, type FormOverride, toPlainWire } from "../../views/form/override.ts";
import { Placeholders } from "./Placeholders.tsx";
import { Preview } from "./Preview.tsx";
import styles from "./templates.module.css";

export const emailtemplatesForm: FormOverride = {
  fieldComponents: { body: BodyInput },
  toWire: (values) => ({ ...toPlainWire(values), errors: mailErrors(values) }),
};

/** The text with the placeholders that it may use, and below it the message as it would be sent. */
function BodyInput({ mode: _, record: __, ...props }: FieldComponentProps): ReactNode {
  return (
    <>
      <div className={`stack gap-16 top ${styles.body}`}>
        <KindInput {...props} />
        {!props.readOnly && <Placeholders />}
      </div>
      <Preview />
    </>
  );
}
