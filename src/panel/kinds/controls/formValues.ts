import { createContext, use, useSyncExternalStore } from "react";
import type { Json } from "../../../core/schema/descriptor.ts";

/** The record being edited, for inputs that depend on its other fields. */
export interface FormValues {
  /** Whether the record is new. */
  readonly isNew: boolean;
  /** Value at a path; a path may continue behind a reference (`contact_id.reseller_id`). Undefined while unknown. */
  readonly read: (path: string) => Json | undefined;
  /** Subscribes to changes; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sets the initial value of a new record's field once it is known; does not make the form dirty. */
  readonly begin: (name: string, value: Json) => void;
  /** Sets another field, as if it had been typed. */
  readonly fill: (name: string, value: Json) => void;
  /** Why saving has to wait, by the id of the input that it waits for; null: no longer. */
  readonly hold: (id: string, reason: string | null) => void;
  /** Whether the value must be unique among a list's items: `speeddials.slot`. */
  readonly isDistinct: (path: string) => boolean;
}

const nothing: FormValues = {
  isNew: false,
  read: () => undefined,
  subscribe: () => () => {},
  begin: () => {},
  fill: () => {},
  hold: () => {},
  isDistinct: () => false,
};

export const FormValuesContext = createContext<FormValues>(nothing);

/** Values that do not change, for inputs outside a form. */
export function fixedValues(read: FormValues["read"]): FormValues {
  return { ...nothing, read };
}

/** Another field's current value. Undefined outside a form. */
export function useFormValue(path: string): Json | undefined {
  return useFormValues([path])[path];
}

/** Several current values by path, without unknown ones. */
export function useFormValues(paths: readonly string[]): Readonly<Record<string, Json>> {
  const { read, subscribe } = use(FormValuesContext);
  // A store's snapshot must be stable while nothing has changed, so it is a text.
  const snapshot = useSyncExternalStore(subscribe, () =>
    JSON.stringify(Object.fromEntries(paths.map((path) => [path, read(path)]))),
  );
  return JSON.parse(snapshot);
}

/** Whether the form is for a new record. */
export function useIsNew(): boolean {
  return use(FormValuesContext).isNew;
}

/** Leaves the form for another, and returns with the new record selected in the field with this id. */
type LeaveToCreate = (path: string, fieldId: string) => void;

/** Provided by forms that can keep a draft until then; null elsewhere, where creating is not offered. */
export const CreateRelatedContext = createContext<LeaveToCreate | null>(null);
