import type { Location } from "react-router";
import { onSessionEnd } from "../session.ts";
import { returnToOf } from "../views/form/journey.ts";

/** A form that waits for a record which somebody went to create. */
export interface UnfinishedForm {
  readonly address: string;
  readonly title: string;
  /** The router's state of the form: where it goes back to itself. */
  readonly state: unknown;
}

let forms: readonly UnfinishedForm[] = [];
const listeners = new Set<() => void>();

onSessionEnd(() => set([]));

/** Somebody leaves this form to create what it lacks, and is expected back. */
export function expectBack(form: UnfinishedForm): void {
  set([...forms.filter(({ address }) => address !== form.address), form]);
}

/** The form at this address is on the screen again, or not wanted any more. */
export function forgetUnfinished(address: string): void {
  if (forms.some((form) => form.address === address)) set(forms.filter((form) => form.address !== address));
}

/** The form to go back to, the last one that was left; null on the way that leads back by itself. */
export function unfinishedAt({ pathname, search, state }: Pick<Location, "pathname" | "search" | "state">) {
  const last = forms.at(-1);
  if (!last || returnToOf(state) || last.address === pathname + search) return null;
  return last;
}

export function unfinishedForms(): readonly UnfinishedForm[] {
  return forms;
}

export function onUnfinishedChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly UnfinishedForm[]): void {
  forms = next;
  for (const listener of listeners) listener();
}
