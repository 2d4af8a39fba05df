import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslate } from "react-admin";
import { mailErrors, sampleValues } from "../../../core/telephony/mail/mailTemplates.ts";
import { toPlaceholder } from "../../../core/validation/templateDirectives.ts";
import { useFormValue } from "../../kinds/controls/formValues.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import { insertAtCursor } from "../../ui/insertAtCursor.ts";
import { fieldId } from "../../views/form/fieldId.ts";
import type { FieldComponentProps, FormOverride } from "../../views/form/override.ts";
import { Preview } from "./Preview.tsx";
import styles from "./templates.module.css";

export const form: FormOverride<"emailtemplates"> = {
  texts: ["mails"],
  fieldComponents: { body: BodyInput },
  toWire: (values) => ({ record: values, errors: mailErrors(values) }),
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

const body = fieldId("/body");
const fields = [fieldId("/subject"), fieldId("/attachment_name"), body];

/** The placeholders of the message that the template's name stands for; a click inserts one. */
function Placeholders() {
  const translate = useTranslate();
  const titleId = useId();
  const name = useFormValue("name");
  const lastField = useLastField();
  return (
    <section className={styles.placeholders} aria-labelledby={titleId}>
      <h3 className="text-13 below-4" id={titleId}>
        {translate("mails.placeholders")}
      </h3>
      <ul className="row gap-4 scroll">
        {Object.keys(sampleValues(name)).map((placeholder) => (
          <li key={placeholder}>
            <button
              type="button"
              className="card text-13"
              aria-label={translate("mails.insert", { name: placeholder })}
              // Keeps the focus in the field: leaving it would trim a space before the placeholder.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                const field = lastField();
                if (field) insertAtCursor(field, toPlaceholder(placeholder));
              }}
            >
              <code>{placeholder}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Finds the field with placeholders that had the focus last; the body until one had it. */
function useLastField(): () => TextField | null {
  const last = useRef(body);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && fields.includes(target.id)) last.current = target.id;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  return () => {
    const field = document.getElementById(last.current);
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null;
  };
}
