import { type ComponentType, useSyncExternalStore } from "react";
import { buildListeners } from "./listeners.ts";

/** Parts that the web phone adds to pages. It is loaded on demand; there are none until then. */
export interface PhoneParts {
  /** Below all pages, whichever is open. */
  readonly Dock: ComponentType;
  /** A button that calls a number; null unless a call is possible. */
  readonly CallButton: ComponentType<{ readonly number: string }> | null;
}

let parts: PhoneParts | null = null;
const listeners = buildListeners();

export function showPhone(next: PhoneParts | null): void {
  parts = next;
  listeners.notify();
}

export function usePhoneParts(): PhoneParts | null {
  return useSyncExternalStore(listeners.subscribe, () => parts);
}
