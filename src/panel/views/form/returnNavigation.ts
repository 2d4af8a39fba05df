import type { Location } from "react-router";
import { buildListeners } from "../../providers/listeners.ts";
import { onSessionEnd } from "../../providers/session.ts";

/** Detours from one form to another and back: their state in the router, and the waiting forms. */

/** The form to return to after creating the record, and the field that waits for it. */
interface ReturnTo {
  readonly url: string;
  readonly fieldId: string;
  /** The form that the waiting one returns to itself. */
  readonly outer?: ReturnTo | undefined;
}

/** State passed to a form on return. */
interface ReturnedState {
  readonly fieldId: string;
  /** Absent: nothing was created. */
  readonly createdId?: number | string;
}

/** State in the router of a form that was left for another one, or is returned to. */
export interface Detour {
  readonly returnTo?: ReturnTo;
  readonly cameBack?: ReturnedState;
}

export function detourOf(state: Detour | null | undefined): Detour {
  return state ?? {};
}

/** A form waiting for a record that the user went to create. */
export interface UnfinishedForm {
  readonly url: string;
  readonly title: string;
  /** The form's router state: where it returns to itself. */
  readonly state: unknown;
}

let forms: readonly UnfinishedForm[] = [];
const listeners = buildListeners();

onSessionEnd(() => setForms([]));

/** The user leaves this form to create a missing record, and will return. */
export function saveUnfinishedForm(form: UnfinishedForm): void {
  setForms([...forms.filter(({ url }) => url !== form.url), form]);
}

/** The form at this URL is shown again or discarded. */
export function discardUnfinishedForm(url: string): void {
  if (forms.some((form) => form.url === url)) setForms(forms.filter((form) => form.url !== url));
}

/** The last form that was left, to return to; null on the way that returns by itself. */
export function findUnfinishedForm({ pathname, search, state }: Pick<Location, "pathname" | "search" | "state">) {
  const last = forms.at(-1);
  if (!last || detourOf(state).returnTo || last.url === pathname + search) return null;
  return last;
}

export function unfinishedForms(): readonly UnfinishedForm[] {
  return forms;
}

export const onUnfinishedChange = listeners.subscribe;

function setForms(next: readonly UnfinishedForm[]): void {
  forms = next;
  listeners.notify();
}
