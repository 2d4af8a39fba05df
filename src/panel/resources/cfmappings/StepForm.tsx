import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import type { FieldError } from "../../../core/validation/errors.ts";
import { validateRecord } from "../../../core/validation/validateRecord.ts";
import { type ErrorMessages, noErrors } from "../../kinds/controls/InputProps.ts";
import { type ErrorMessageContext, errorMessage } from "../../views/form/errorMessages.ts";
import { serverFormErrors } from "../../views/form/serverErrors.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import type { StepEditing } from "./editing.ts";
import styles from "./forwards.module.css";
import type { TextContext } from "./forwards.ts";

/** Errors of a step: by pointer below it, and in general. */
export interface StepErrors {
  readonly fields: ErrorMessages;
  readonly text?: string;
}

/** Splits errors of a request into those of the step, by pointer below it, and all others as one text. */
function toStepErrors(
  formErrors: readonly { readonly pointer: string; readonly text: string }[],
  stepPointer: string,
): StepErrors {
  const ownErrors = formErrors.filter(({ pointer }) => pointer.startsWith(`${stepPointer}/`));
  const otherErrors = formErrors.filter(({ pointer }) => !pointer.startsWith(`${stepPointer}/`));
  return {
    fields: Object.fromEntries(ownErrors.map(({ pointer, text }) => [pointer.slice(stepPointer.length), text])),
    ...(otherErrors.length > 0 ? { text: otherErrors.map(({ text }) => text).join(". ") } : {}),
  };
}

interface StepFormProps {
  readonly title: string;
  /** Resolves to null once stored. */
  readonly save: () => Promise<StepErrors | null>;
  readonly editing: StepEditing;
  readonly onDone: () => void;
  readonly note?: string | undefined;
  /** The inputs, with their errors. */
  readonly children: (problems: ErrorMessages) => ReactNode;
  /** Buttons after saving and cancelling. */
  readonly buttons?: ReactNode;
}

/** The frame of a step's inputs, below its flow. Enter saves, Escape cancels. */
export function StepForm({ title, save, editing, onDone, note, children, buttons }: StepFormProps) {
  const translate = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<StepErrors>({ fields: noErrors });
  const [isSaving, setIsSaving] = useState(false);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("select, input")?.focus();
    form.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setIsSaving(true);
    const stepErrors = await save().finally(() => setIsSaving(false));
    if (stepErrors) return setErrors(stepErrors);
    editing.close();
    onDone();
  };
  const cancel = () => {
    editing.close();
    onDone();
  };
  return (
    <form
      ref={form}
      className={`card stack gap-8 above-12 max-640 pad-12-16 ${styles.flowEditor}`}
      noValidate
      aria-label={title}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => event.key === "Escape" && cancel()}
    >
      <h3>{title}</h3>
      {note && <p className="quiet">{note}</p>}
      {children(errors.fields)}
      {(errors.text || editing.isHeld) && (
        <Alert severity={errors.text ? "error" : "info"}>{errors.text ?? translate("forwards.unsaved")}</Alert>
      )}
      <div className="row gap-4 across-8">
        <Button type="submit" variant="contained" size="small" aria-disabled={isSaving}>
          {translate("forwards.save")}
        </Button>
        <Button size="small" onClick={cancel}>
          {translate("forwards.cancel")}
        </Button>
        {buttons}
      </div>
    </form>
  );
}

export interface StepWriteOptions {
  readonly module: ResourceModule;
  /** Absent: it is changed. */
  readonly mode?: "create" | "update";
  /** The record after the change, as it is validated. */
  readonly record: WireRecord;
  /** Pointer of the step in the record. */
  readonly stepPointer: string;
  /** Pointer of the record in what is sent. */
  readonly recordPointer?: string;
  readonly textContext: TextContext;
  /** Rejects with an HttpError. */
  readonly store: () => Promise<void>;
}

/** Returns the errors of a step; null if there are none. */
export function checkStep({
  module,
  mode = "update",
  record,
  stepPointer,
  textContext,
}: Pick<StepWriteOptions, "module" | "mode" | "record" | "stepPointer" | "textContext">): StepErrors | null {
  const { name: resource, fields } = module.descriptor;
  const { errors } = validateRecord(module, record, { mode, related: () => undefined });
  const stepErrors = errors.filter(({ pointer }) => pointer.startsWith(stepPointer));
  const textOf = (error: FieldError) => errorMessage(error, { ...textContext, resource, fields });
  if (stepErrors.length === 0) return null;
  return toStepErrors(
    stepErrors.map((error) => ({ pointer: error.pointer, text: textOf(error) })),
    stepPointer,
  );
}

/** Stores a change if its step is valid. Null: it is stored. */
export async function validateAndStore({
  recordPointer = "",
  store,
  ...step
}: StepWriteOptions): Promise<StepErrors | null> {
  const { module, stepPointer, textContext } = step;
  const { name: resource, fields } = module.descriptor;
  return (
    checkStep(step) ??
    storeWithErrors({ context: { ...textContext, resource, fields }, stepPointer: recordPointer + stepPointer, store })
  );
}

interface StepStoreOptions extends Pick<StepWriteOptions, "stepPointer" | "store"> {
  readonly context: ErrorMessageContext;
}

/** Stores a change. Null: it is stored; otherwise why not, by pointer below the step. */
export async function storeWithErrors({ context, stepPointer, store }: StepStoreOptions): Promise<StepErrors | null> {
  try {
    await store();
    return null;
  } catch (error) {
    const formErrors = serverFormErrors(error, context);
    if (formErrors.length > 0) return toStepErrors(formErrors, stepPointer);
    return { fields: noErrors, text: requestErrorText(context.translate, error) };
  }
}
