import { useState } from "react";
import { HttpError, type Identifier } from "react-admin";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { setsFinalStatus } from "../../../core/validation/transitions.ts";
import type { ErrorMessages } from "../../kinds/controls/InputProps.ts";
import type { SaveIntent } from "../../kit/SaveBar.tsx";
import type { PanelRecord } from "../../providers/rest.ts";
import type { ValidForm } from "./checkForm.ts";
import type { ErrorMessageContext } from "./errorMessages.ts";
import {
  type FormError,
  findConflict,
  formErrorsIn,
  generalErrorTexts,
  type SaveError,
  sortErrors,
  toFieldErrors,
  toSaveError,
} from "./formErrors.ts";
import type { ConfirmationProps } from "./override.ts";
import { PartlySavedError, useStoreRecord } from "./saveRecord.ts";
import type { RecordForm } from "./useRecordForm.ts";

/** Values by the rules: as they are sent, or the errors at their fields. */
export type Checked<Wire> = { readonly wire: Wire } | { readonly errors: readonly FormError[] };

/** Returns errors of the rules if there are any, and otherwise what to send. */
export function toChecked<Wire>(wire: Wire, errors: readonly FormError[]): Checked<Wire> {
  return errors.length > 0 ? { errors } : { wire };
}

export interface SaveSteps<Wire, Stored> {
  readonly check: () => Checked<Wire> | Promise<Checked<Wire>>;
  /** Rejects with the platform's error. */
  readonly send: (wire: Wire) => Promise<Stored>;
  /** Maps a pointer into what is sent to the form, where they differ. */
  readonly toFormPointer?: (pointer: string, wire: Wire) => string;
}

export type SaveResult<Stored> = { readonly stored: Stored } | { readonly refused: SaveError };

interface SaveOptions {
  /** Says what is wrong with the values. */
  readonly messageContext: ErrorMessageContext;
  /** Fields that the form shows; errors of others are said in general. */
  readonly shownFields?: ReadonlySet<string>;
}

const noFields: ReadonlySet<string> = new Set();

interface SaveAttempts {
  readonly running: number;
  /** Counts failed attempts: each moves the focus to the errors. */
  readonly failures: number;
  readonly refused: SaveError | null;
}

/**
 * The way of every form: its values are checked by the rules, sent in the format of the API, and errors of either are shown at
 * their fields, or in general. Never discards input.
 *
 * @example
 * const { save, errors, general, isSaving } = useValidatedSave({ messageContext, shownFields });
 * const result = await save({ check: () => ({ wire: values }), send: (wire) => dataProvider.patchFields(name, id, wire) });
 * if ("stored" in result) onClose();
 */
export function useValidatedSave({ messageContext, shownFields = noFields }: SaveOptions) {
  const [{ running, failures, refused }, setAttempts] = useState<SaveAttempts>(noAttempts);

  const refuse = (error: SaveError) => {
    setAttempts((before) => ({ ...before, failures: before.failures + 1, refused: error }));
    return { refused: error };
  };
  const forget = () => setAttempts((before) => ({ ...before, refused: null }));

  async function save<Wire, Stored>(steps: SaveSteps<Wire, Stored>): Promise<SaveResult<Stored>> {
    const { check, send, toFormPointer = (pointer: string) => pointer } = steps;
    let toPointer = (pointer: string) => pointer;
    setAttempts((before) => ({ ...before, running: before.running + 1 }));
    try {
      const checked = await check();
      if ("errors" in checked) return refuse(sortErrors(undefined, checked.errors, shownFields));
      toPointer = (pointer) => toFormPointer(pointer, checked.wire);
      forget();
      const stored = await send(checked.wire);
      setAttempts((before) => ({ ...before, failures: 0 }));
      return { stored };
    } catch (error) {
      return refuse(toSaveError(error, toPointer, shownFields, messageContext));
    } finally {
      setAttempts((before) => ({ ...before, running: before.running - 1 }));
    }
  }

  const errors: ErrorMessages = Object.fromEntries(
    (refused?.onFields ?? []).map(({ pointer, text }) => [pointer, text]),
  );
  return {
    save,
    isSaving: running > 0,
    failures,
    /** Why the last attempt failed. */
    refused,
    /** Its errors at fields, by pointer. */
    errors,
    /** Its other errors. */
    general: refused ? generalErrorTexts(refused, messageContext) : [],
    forget,
  };
}

const noAttempts: SaveAttempts = { running: 0, failures: 0, refused: null };

interface SaveRecordOptions {
  /** The record that a new one is to be a copy of. */
  readonly originalId: Identifier | undefined;
  readonly shownFields: ReadonlySet<string>;
  /** The form has a confirmation of its own. */
  readonly isConfirmed: boolean;
}

/** Saves the record of a form, and shows errors at its fields. */
export function useSaveRecord(recordForm: RecordForm, { originalId, shownFields, isConfirmed }: SaveRecordOptions) {
  const { form, descriptor, messageContext, record: base, baseNow, restart, unsaved } = recordForm;
  const store = useStoreRecord(descriptor, originalId);
  const attempts = useValidatedSave({ messageContext, shownFields });
  const { refused, isSaving } = attempts;
  const { waiting, confirm } = useConfirmation();
  const [intent, setIntent] = useState<SaveIntent>("stay");

  const check = () =>
    new Promise<Checked<ValidForm>>((resolve, reject) => {
      const submit = form.handleSubmit(
        (wire) => resolve({ wire }),
        (errors) => resolve({ errors: formErrorsIn(errors) }),
      );
      submit().catch(reject);
    });
  const send = async ({ record, patches }: ValidForm) => {
    const over = baseNow().record;
    const more = isConfirmed || setsFinalStatus(descriptor, record, over) ? await confirm(record) : {};
    if (!more) return null;
    try {
      return await store(over, { ...record, ...more }, patches);
    } catch (error) {
      if (!(error instanceof PartlySavedError)) throw error;
      restart({ ...over, ...error.storedRecord }, unsaved());
      throw error.cause;
    }
  };
  /** Resolves to the stored record, null if the user did not confirm it, or to the errors. */
  const save = async (newIntent: SaveIntent, checked = check): Promise<SaveResult<PanelRecord | null>> => {
    setIntent(newIntent);
    const toFormPointer = (pointer: string, wire: ValidForm) => wire.toFormPointer(pointer);
    const result = await attempts.save({ check: checked, send, toFormPointer });
    // Errors of the rules stand at their fields already.
    const onFields = "refused" in result && result.refused.error ? toFieldErrors(result.refused.onFields) : {};
    for (const [name, error] of Object.entries(onFields)) form.setError(name, error);
    return result;
  };
  const conflict = refused && base ? findConflict(refused.error) : null;
  return {
    ...attempts,
    /** The record as it is sent, or what is wrong, which the form shows. */
    check,
    save,
    intent,
    isSaving: isSaving && waiting === null,
    general: conflict ? [] : attempts.general,
    /** This user may not save this. */
    isForbidden: refused?.error instanceof HttpError && refused.error.status === 403,
    conflict,
    /** The question before saving. */
    waiting,
  };
}

/** A question before saving, which terminates the record, say: resolves to further values of the record, or null. */
function useConfirmation() {
  const [waiting, setWaiting] = useState<ConfirmationProps | null>(null);
  const confirm = (record: WireRecord) =>
    new Promise<WireRecord | null>((resolve, reject) => {
      const onConfirm = (more: WireRecord = {}) => resolve(more);
      setWaiting({ record, onConfirm, onCancel: () => resolve(null), onRefused: reject });
    }).finally(() => setWaiting(null));
  return { waiting, confirm };
}
