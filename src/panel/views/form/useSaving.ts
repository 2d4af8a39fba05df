import { useState } from "react";
import { HttpError, type SaveContextValue, type SaveHandlerCallbacks, useSaveContext } from "react-admin";
import type { ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { ErrorMessageContext } from "./errorMessages.ts";
import { setsFinalStatus } from "./finalStatus.ts";
import type { FormOverride, WireContext, WireForm } from "./override.ts";
import type { PanelForm } from "./resolver.ts";
import { toFieldErrors } from "./resolver.ts";
import type { SaveIntent } from "./SaveBar.tsx";
import { PartlySavedError, toChangedRecord } from "./saveRecord.ts";
import { findConflict, generalErrorTexts, type SaveError, toSaveError } from "./serverErrors.ts";

interface SavingOptions extends Pick<FormOverride, "toUpdate"> {
  readonly form: PanelForm;
  readonly descriptor: ResourceDescriptor;
  readonly mode: "create" | "update";
  /** The stored record as the form knows it, and the same between renders. */
  readonly record: PanelRecord | undefined;
  readonly recordNow: () => PanelRecord | undefined;
  readonly toWire: (values: WireRecord, context: WireContext) => WireForm;
  /** The form has a confirmation of its own. */
  readonly isConfirmed: boolean;
  /** Fields that the form shows. */
  readonly shownFields: ReadonlySet<string>;
  readonly problems: ErrorMessageContext;
  /** Goes on from what is stored; `isWhole` unless only a part of the form's record was saved. */
  readonly onStored: (record: PanelRecord, isWhole: boolean) => void;
  readonly onSaved: (record: PanelRecord, intent: SaveIntent) => void;
}

/** The last attempt to save. */
interface SaveAttempt {
  readonly intent: SaveIntent;
  /** Counts failed attempts: each moves the focus to the errors. */
  readonly failures: number;
  readonly saveError?: SaveError;
}

/** A save that waits for confirmation: it terminates the record, or the form has a confirmation of its own. */
interface PendingSave {
  readonly record: WireRecord;
  readonly intent: SaveIntent;
}

/** Saves the form by react-admin's save context, and shows the platform's errors where they belong. Never discards input. */
export function useSaving(options: SavingOptions) {
  const { form, descriptor, mode, record: base, recordNow, toWire, isConfirmed, shownFields, problems } = options;
  const { onStored, onSaved, toUpdate = (record) => record } = options;
  const saveContext = useSaveContext();
  const [{ intent, failures, saveError }, setAttempt] = useState<SaveAttempt>({ intent: "stay", failures: 0 });
  const [waiting, setWaiting] = useState<PendingSave | null>(null);

  const refuse = (error: unknown, toFormPointer: WireForm["toFormPointer"]) => {
    const newError = toSaveError(error, toFormPointer, shownFields, problems);
    setAttempt((previous) => ({ ...previous, failures: previous.failures + 1, saveError: newError }));
    for (const [name, fieldError] of Object.entries(toFieldErrors(newError.onFields))) form.setError(name, fieldError);
  };

  const send = async (record: WireRecord, newIntent: SaveIntent, callbacks: SaveHandlerCallbacks = {}) => {
    const over = recordNow();
    const values: WireRecord = form.getValues();
    const { patches, toFormPointer } = toWire(values, { mode, record: over, now: new Date() });
    setAttempt((previous) => ({ intent: newIntent, failures: previous.failures }));
    await saveContext.save?.(over ? toChangedRecord(descriptor, over, toUpdate(record, over)) : record, {
      ...callbacks,
      ...(patches.length > 0 ? { meta: { ...callbacks.meta, patches } } : {}),
      onSuccess: (saved: PanelRecord, ...rest) => {
        setAttempt({ intent: newIntent, failures: 0 });
        onStored(saved, true);
        onSaved(saved, newIntent);
        callbacks.onSuccess?.(saved, ...rest);
      },
      onError: (error: unknown, ...rest) => {
        if (error instanceof PartlySavedError) onStored({ ...over, ...error.storedRecord }, false);
        refuse(error instanceof PartlySavedError ? error.cause : error, toFormPointer);
        callbacks.onError?.(error, ...rest);
      },
    });
  };

  const submit = async (newIntent: SaveIntent) => {
    if (form.formState.isSubmitting) return;
    setAttempt((previous) => ({ ...previous, intent: newIntent }));
    await form.handleSubmit(
      (record) => {
        if (!isConfirmed && !setsFinalStatus(descriptor, record, recordNow())) return send(record, newIntent);
        setWaiting({ record, intent: newIntent });
      },
      () => setAttempt((previous) => ({ ...previous, failures: previous.failures + 1 })),
    )();
  };
  const conflict = saveError && base ? findConflict(saveError.error) : null;
  return {
    intent,
    failures,
    isSaving: form.formState.isSubmitting || saveContext.saving === true,
    /** Errors apart from this form's fields. */
    general: saveError && !conflict ? generalErrorTexts(saveError, problems) : [],
    /** This user may not save this. */
    isForbidden: saveError?.error instanceof HttpError && saveError.error.status === 403,
    conflict,
    submit,
    /** The record that waits for confirmation. */
    waiting: waiting?.record ?? null,
    confirm: (more: WireRecord = {}) => {
      setWaiting(null);
      if (waiting) void send({ ...waiting.record, ...more }, waiting.intent);
    },
    cancel: () => setWaiting(null),
    /** Shows the error of a request that the confirmation has sent. */
    refuse: (error: unknown) => {
      setWaiting(null);
      refuse(error, (pointer) => pointer);
    },
    forgetConflict: () => setAttempt((previous) => ({ ...previous, saveError: undefined })),
    /** For components in the form: saves through the form, which shows errors and goes on from what is stored. */
    saveContext: {
      ...saveContext,
      save: (record, callbacks) => send(record, "stay", callbacks),
    } satisfies SaveContextValue,
  };
}
