import type { FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { currentSession, onSessionEnd } from "../../providers/session.ts";

/** Unsaved input of a form. */
export interface Draft {
  /** The changed fields only. */
  readonly values: WireRecord;
  /** The base values of these fields. */
  readonly base?: WireRecord;
  /** Version of the record being edited. */
  readonly etag?: string;
}

const prefix = "aui_draft ";
/** Lifetime of a stored draft in milliseconds. */
const DRAFT_LIFETIME_MS = 3 * 24 * 3600 * 1000;
/** Full drafts, including secrets, for the lifetime of the page. */
const inMemory = new Map<string, Draft>();
let hasLoggedOut = false;

// A logout removes all drafts. An expired session does not: its user comes back.
onSessionEnd((reason) => {
  hasLoggedOut = reason === "loggedOut";
  if (hasLoggedOut) deleteAllDrafts();
});

/** Storage key of the draft at this URL, per user. */
export function draftKey(url: string): string {
  return `${prefix}${currentSession()?.adminId ?? ""} ${url}`;
}

/** Keeps a draft, also across reloads; secrets stay in memory. Those in a part of a value are named by path: `lines.password`. */
export function storeDraft(key: string, draft: Draft, secrets: ReadonlySet<string>): void {
  if (hasLoggedOut && currentSession() === null) return;
  inMemory.set(key, draft);
  const safe = (values: WireRecord = {}) => withoutSecrets(values, secrets);
  const storedDraft = { ...draft, values: safe(draft.values), base: safe(draft.base), at: Date.now() };
  try {
    sessionStorage.setItem(key, JSON.stringify(storedDraft));
  } catch {
    // Storage is full: the copy in memory has to do.
    sessionStorage.removeItem(key);
  }
}

function withoutSecrets(values: WireRecord, secrets: ReadonlySet<string>, above = ""): { [name: string]: Json } {
  const strip = (value: Json, path: string): Json => {
    if (Array.isArray(value)) return value.map((item) => strip(item, path));
    return isObject(value) ? withoutSecrets(value, secrets, `${path}.`) : value;
  };
  const safeEntries = Object.entries(values).filter(([name]) => !secrets.has(above + name));
  return Object.fromEntries(safeEntries.map(([name, value]) => [name, strip(value ?? null, above + name)]));
}

export function readDraft(key: string): Draft | null {
  const cached = inMemory.get(key);
  if (cached) return cached;
  const storedText = sessionStorage.getItem(key);
  if (storedText === null) return null;
  const { at = 0, ...draft }: Draft & { readonly at?: number } = JSON.parse(storedText);
  if (Date.now() - at < DRAFT_LIFETIME_MS) return draft;
  sessionStorage.removeItem(key);
  return null;
}

export function deleteDraft(key: string): void {
  inMemory.delete(key);
  sessionStorage.removeItem(key);
}

function deleteAllDrafts(): void {
  inMemory.clear();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

/** A field that is a secret or contains one is never stored. */
export function holdsSecret({ secret, kind, fields = [] }: FieldDescriptor): boolean {
  return secret === true || kind === "password" || fields.some(holdsSecret);
}
