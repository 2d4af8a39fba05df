import { type ComponentType, memo, type ReactNode } from "react";
import { useTranslate } from "react-admin";
import { useController, useFormContext } from "react-hook-form";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { helpOf } from "../../kinds/controls/FieldNotes.tsx";
import type { ErrorMessages } from "../../kinds/controls/InputProps.ts";
import { KindInput } from "../../kinds/KindInput.tsx";
import styles from "../../kit/form.module.css";
import { fieldKey } from "../../navigation/labels.ts";
import { WhyButton } from "../explain/WhyButton.tsx";
import { fieldId } from "./fieldId.ts";
import type { PlannedField } from "./formPlan.ts";
import type { FieldComponentProps } from "./override.ts";
import { isSameValue } from "./values.ts";

interface FormFieldProps extends PlannedField {
  readonly resource: string;
  readonly mode: "create" | "update";
  readonly record?: WireRecord;
  /** The initial value. */
  readonly before: Json | undefined;
  readonly errors: ErrorMessages;
  readonly component?: ComponentType<FieldComponentProps>;
}

/** One field of the record with its label, help, change marker and errors. */
export const FormField = memo(function FormField(props: FormFieldProps): ReactNode {
  const { field, resource, mode, record, before, required, readOnly, errors, component, isLocked, live } = props;
  const translate = useTranslate();
  // Does not read the form state here: that would re-render every field on each change of any.
  const form = useFormContext();
  const { field: bound } = useController({ name: field.name, control: form.control });
  const value: Json | undefined = live === undefined ? bound.value : live;
  const differs = (now: Json | undefined) => !readOnly && !isSameValue(now, before);
  const isChanged = differs(value);
  const part = {
    id: fieldId(`/${field.name}`),
    resource,
    path: field.name,
    field,
    value,
    onChange: (next: Json) => {
      bound.onChange(next);
      // A rule between two fields may now hold for both.
      const invalidFields = Object.keys(form.formState.errors);
      if (invalidFields.length > 0) void form.trigger(invalidFields);
    },
    onBlur: () => {
      bound.onBlur();
      // Passing through an empty field is not an error yet. What leaving it has entered counts: a last chip, say.
      if (differs(form.getValues(field.name))) runAfterPress(() => void form.trigger(field.name));
    },
    label: translate(fieldKey(resource, field.name)),
    help: helpOf(translate, resource, field.name, field),
    required,
    readOnly,
    errors,
  };
  const Component = component;
  const input = Component ? <Component {...part} mode={mode} record={record} /> : <KindInput {...part} />;
  return (
    <div className="relative">
      {isChanged && (
        <span role="img" aria-label={translate("forms.changed")} className={`absolute ${styles.fieldChanged}`} />
      )}
      {isLocked ? (
        <div className="line gap-4">
          <div className="grow">{input}</div>
          <WhyButton question={{ resource, right: "update", record, field }} />
        </div>
      ) : (
        input
      )}
    </div>
  );
});

let isPressed = false;

document.addEventListener("pointerdown", () => setPressed(true), true);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setPressed(false), true);

function setPressed(pressed: boolean): void {
  isPressed = pressed;
}

/**
 * Runs at once, or after the click while a pointer is down. Otherwise blurring a field by pressing a button would show
 * an error text between press and release, which moves the button, and the click is lost.
 */
export function runAfterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  // The click is dispatched in the same task as the release, and its handlers run first.
  document.addEventListener("pointerup", () => setTimeout(act), { once: true });
}
