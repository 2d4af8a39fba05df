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
import { refusalText } from "../../views/refusalText.ts";
import type { Editing } from "./editing.ts";
import styles from "./forwards.module.css";
import type { Words } from "./forwards.ts";

/** Why a step was refused: by pointer of what is wrong in it, and in general. */
export interface StepErrors {
  readonly fields: ErrorMessages;
  readonly text?: string;
}

/** `at`: pointer of the step in what was sent. */
function toRefused(complaints: readonly { readonly pointer: string; readonly text: string }[], at: string): StepErrors {
  const own = complaints.filter(({ pointer }) => pointer.startsWith(`${at}/`));
  const others = complaints.filter(({ pointer }) => !pointer.startsWith(`${at}/`));
  return {
    fields: Object.fromEntries(own.map(({ pointer, text }) => [pointer.slice(at.length), text])),
    ...(others.length > 0 ? { text: others.map(({ text }) => text).join(". ") } : {}),
  };
}

interface StepFormProps {
  readonly title: string;
  /** Resolves to null once stored. */
  readonly save: () => Promise<StepErrors | null>;
  readonly editing: Editing;
  readonly onDone: () => void;
  readonly note?: string | undefined;
  /** The inputs, with what is wrong with them. */
  readonly children: (problems: ErrorMessages) => ReactNode;
  /** Beside saving and cancelling. */
  readonly buttons?: ReactNode;
}

/** The frame of a step's inputs, below its flow. Enter saves, Escape cancels. */
export function StepForm({ title, save, editing, onDone, note, children, buttons }: StepFormProps) {
  const translate = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<StepErrors>({ fields: noErrors });
  const [isSaving, setIsSaving] = useState(false);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("select, input")?.focus();
    form.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setIsSaving(true);
    const problem = await save().finally(() => setIsSaving(false));
    if (problem) return setRefused(problem);
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
      {children(refused.fields)}
      {(refused.text || editing.isHeld) && (
        <Alert severity={refused.text ? "error" : "info"}>{refused.text ?? translate("forwards.unsaved")}</Alert>
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

export interface Checked {
  readonly module: ResourceModule;
  /** Absent: it is changed. */
  readonly mode?: "create" | "update";
  /** The record after the change, as it is validated. */
  readonly record: WireRecord;
  /** Pointer of the step in the record. */
  readonly at: string;
  /** Pointer in what is sent of what the record is here. */
  readonly sentBelow?: string;
  readonly words: Words;
  /** Rejects with an HttpError. */
  readonly store: () => Promise<void>;
}

/** What is wrong with a step; null: nothing. */
export function checkStep({
  module,
  mode = "update",
  record,
  at,
  words,
}: Pick<Checked, "module" | "mode" | "record" | "at" | "words">): StepErrors | null {
  const { name: resource, fields } = module.descriptor;
  const { errors } = validateRecord(module, record, { mode, related: () => undefined });
  const wrong = errors.filter(({ pointer }) => pointer.startsWith(at));
  const textOf = (error: FieldError) => errorMessage(error, { ...words, resource, fields });
  if (wrong.length === 0) return null;
  return toRefused(
    wrong.map((error) => ({ pointer: error.pointer, text: textOf(error) })),
    at,
  );
}

/** Stores a change if its step is valid. Null: it is stored. */
export async function validateAndStore({ sentBelow = "", store, ...step }: Checked): Promise<StepErrors | null> {
  const { module, at, words } = step;
  const { name: resource, fields } = module.descriptor;
  return checkStep(step) ?? storeWithErrors({ context: { ...words, resource, fields }, at: sentBelow + at, store });
}

interface Told extends Pick<Checked, "at" | "store"> {
  readonly context: ErrorMessageContext;
}

/** Stores a change. Null: it is stored; otherwise why not, by pointer below `at`. */
export async function storeWithErrors({ context, at, store }: Told): Promise<StepErrors | null> {
  try {
    await store();
    return null;
  } catch (error) {
    const complaints = serverFormErrors(error, context);
    if (complaints.length > 0) return toRefused(complaints, at);
    return { fields: noErrors, text: refusalText(context.translate, error) };
  }
}
