import type { FieldDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { currentSession, onSessionEnd } from "../../session.ts";

/** What was typed into a form and not saved. */
export interface Draft {
  /** The changed fields only. */
  readonly values: WireRecord;
  /** What these fields held before. */
  readonly base?: WireRecord;
  /** Version of the record that was being changed. */
  readonly etag?: string;
}

const prefix = "aui_draft ";
/** Milliseconds that a stored draft is worth something. */
const lifetime = 3 * 24 * 3600 * 1000;
/** Whole drafts, secrets included, for as long as the page lives. */
const inMemory = new Map<string, Draft>();
let hasLoggedOut = false;

// Who logs out on purpose leaves nothing behind. A session that ran out does: its owner comes back.
onSessionEnd((reason) => {
  hasLoggedOut = reason === "loggedOut";
  if (hasLoggedOut) forgetAll();
});

/** Where the draft of the form at this address is kept, for the person who is logged in. */
export function draftKey(address: string): string {
  return `${prefix}${currentSession()?.adminId ?? ""} ${address}`;
}

/** Keeps what was typed, over a reload too; secrets are only kept in memory. */
export function keepDraft(key: string, draft: Draft, secrets: ReadonlySet<string>): void {
  if (hasLoggedOut && currentSession() === null) return;
  inMemory.set(key, draft);
  const withoutSecrets = (values: WireRecord = {}) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.has(name)));
  const kept = { ...draft, values: withoutSecrets(draft.values), base: withoutSecrets(draft.base), at: Date.now() };
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // The storage is full: the copy in memory has to do.
    sessionStorage.removeItem(key);
  }
}

export function readDraft(key: string): Draft | null {
  const known = inMemory.get(key);
  if (known) return known;
  const stored = sessionStorage.getItem(key);
  if (stored === null) return null;
  const { at = 0, ...draft } = JSON.parse(stored) as Draft & { readonly at?: number };
  if (Date.now() - at < lifetime) return draft;
  sessionStorage.removeItem(key);
  return null;
}

export function forgetDraft(key: string): void {
  inMemory.delete(key);
  sessionStorage.removeItem(key);
}

function forgetAll(): void {
  inMemory.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

/** A field that is a secret, or has one inside: it is never stored. */
export function holdsSecret({ secret, kind, fields = [] }: FieldDescriptor): boolean {
  return secret === true || kind === "password" || fields.some(holdsSecret);
}
