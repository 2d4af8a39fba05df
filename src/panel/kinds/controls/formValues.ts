import { createContext, use, useSyncExternalStore } from "react";
import type { Json } from "../../../core/descriptor.ts";

/** The record that is being typed, for inputs that depend on other fields of it. */
export interface FormValues {
  /** Whether there is no stored record yet. */
  readonly isNew: boolean;
  /** Value at a path; a path may go on behind a reference (`contact_id.reseller_id`). Undefined while unknown. */
  readonly read: (path: string) => Json | undefined;
  /** Calls back after every change; returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

const nothing: FormValues = { isNew: false, read: () => undefined, subscribe: () => () => {} };

export const FormValuesContext = createContext<FormValues>(nothing);

/** Another field's value, kept up to date. Undefined outside a form. */
export function useFormValue(path: string): Json | undefined {
  return useFormValues([path])[path];
}

/** Several values by path, kept up to date; the ones that are unknown are left out. */
export function useFormValues(paths: readonly string[]): Readonly<Record<string, Json>> {
  const { read, subscribe } = use(FormValuesContext);
  // As text, because a store's snapshot must be the same while nothing has changed.
  const snapshot = useSyncExternalStore(subscribe, () =>
    JSON.stringify(Object.fromEntries(paths.map((path) => [path, read(path)]))),
  );
  return JSON.parse(snapshot) as Record<string, Json>;
}

/** Whether the form is about a record that does not exist yet. */
export function useIsNew(): boolean {
  return use(FormValuesContext).isNew;
}
