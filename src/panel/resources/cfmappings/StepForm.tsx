import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslate } from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../../core/schema/resourceModule.ts";
import { validateRecord } from "../../../core/validation/validateRecord.ts";
import type { ErrorMessages } from "../../kinds/controls/InputProps.ts";
import type { ErrorMessageContext } from "../../views/form/errorMessages.ts";
import { type FormError, toFormErrors } from "../../views/form/formErrors.ts";
import { useErrorMessageContext } from "../../views/form/useErrorMessageContext.ts";
import { type SaveSteps, useValidatedSave } from "../../views/form/useValidatedSave.ts";
import type { StepEditing } from "./editing.ts";
import styles from "./forwards.module.css";

interface StepFormProps<Wire> {
  readonly title: string;
  /** The resource of the step. */
  readonly resource: string;
  /** Names of its inputs. */
  readonly shownFields: ReadonlySet<string>;
  readonly steps: SaveSteps<Wire, void>;
  readonly editing: StepEditing;
  readonly onDone: () => void;
  readonly note?: string | undefined;
  /** The inputs, with their errors. */
  readonly children: (errors: ErrorMessages) => ReactNode;
  /** Buttons after saving and cancelling. */
  readonly buttons?: ReactNode;
}

/** The frame of a step's inputs, below its flow. Enter saves, Escape cancels. */
export function StepForm<Wire>(props: StepFormProps<Wire>) {
  const { title, resource, shownFields, steps, editing, onDone, note, children, buttons } = props;
  const translate = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const messageContext = useErrorMessageContext(resource);
  const { save, isSaving, errors, refused, general } = useValidatedSave({ messageContext, shownFields });
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("select, input")?.focus();
    form.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  const close = () => {
    editing.close();
    onDone();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving && "stored" in (await save(steps))) close();
  };
  // Errors elsewhere are about the forward as a whole.
  const text = refused?.elsewhere.map((error) => error.text).join(". ") || general[0];
  return (
    <form
      ref={form}
      className={`card stack gap-8 above-12 max-640 pad-12-16 ${styles.flowEditor}`}
      noValidate
      aria-label={title}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <h3>{title}</h3>
      {note && <p className="quiet">{note}</p>}
      {children(errors)}
      {(text || editing.isHeld) && (
        <Alert severity={text ? "error" : "info"}>{text ?? translate("forwards.unsaved")}</Alert>
      )}
      <div className="row gap-4 across-8">
        <Button type="submit" variant="contained" size="small" aria-disabled={isSaving}>
          {translate("forwards.save")}
        </Button>
        <Button size="small" onClick={close}>
          {translate("forwards.cancel")}
        </Button>
        {buttons}
      </div>
    </form>
  );
}

interface StepCheck {
  readonly module: ResourceModule;
  /** Absent: it is changed. */
  readonly mode?: "create" | "update";
  /** The record after the change. */
  readonly record: WireRecord;
  /** Pointer of the step in the record. */
  readonly stepPointer?: string;
  readonly textContext: Pick<ErrorMessageContext, "translate" | "locale">;
}

/** Returns the errors of a step, with pointers below it. */
export function checkStep({ module, mode = "update", record, stepPointer = "", textContext }: StepCheck): FormError[] {
  const { name: resource, fields } = module.descriptor;
  const { errors } = validateRecord(module, record, { mode, related: () => undefined });
  return toFormErrors(errors, { ...textContext, resource, fields })
    .filter(({ pointer }) => pointer.startsWith(stepPointer))
    .map((error) => ({ ...error, pointer: error.pointer.slice(stepPointer.length) }));
}

/** Returns what maps a pointer into what is sent to the step at `stepPointer`; others stay apart from its inputs. */
export function toStepPointer(stepPointer: string) {
  return (pointer: string) => (pointer.startsWith(`${stepPointer}/`) ? pointer.slice(stepPointer.length) : "");
}
