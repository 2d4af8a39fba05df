import { type ComponentType, useSyncExternalStore } from "react";

/** Parts that the web phone adds to pages. It is loaded on demand; there are none until then. */
export interface PhoneParts {
  /** Below all pages, whichever is open. */
  readonly Dock: ComponentType;
  /** A button that calls a number; null unless a call is possible. */
  readonly CallButton: ComponentType<{ readonly number: string }> | null;
}

let parts: PhoneParts | null = null;
const listeners = new Set<() => void>();

export function showPhone(next: PhoneParts | null): void {
  parts = next;
  for (const listener of listeners) listener();
}

function onPhoneChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePhoneParts(): PhoneParts | null {
  return useSyncExternalStore(onPhoneChange, () => parts);
}
