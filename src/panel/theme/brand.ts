import { useSyncExternalStore } from "react";
import { currentSession } from "../session.ts";
import type { Accent } from "./accent.ts";
import { storagePrefix } from "./colourMode.ts";
import type { Mode } from "./tokens.ts";

/** How the panel looks for the people of a reseller, worked out and kept so that it is there with the first paint. */
export interface Brand {
  /** Whose: another person on this machine may belong to another reseller. */
  readonly adminId: number;
  readonly accents?: Readonly<Record<Mode, Accent>>;
  /** A data URL. */
  readonly logo?: string;
}

const key = `${storagePrefix}brand`;
const listeners = new Set<() => void>();
let known: Brand | null | undefined;

/** The brand of the person who is logged in; null: the panel's own look. */
export function useBrand(): Brand | null {
  return useSyncExternalStore(onBrandChange, brandNow);
}

export function keepBrand(brand: Brand | null): void {
  known = brand;
  try {
    if (brand) localStorage.setItem(key, JSON.stringify(brand));
    else localStorage.removeItem(key);
  } catch {
    // The storage is full: the next page shows the panel's own look first.
    localStorage.removeItem(key);
  }
  for (const listener of listeners) listener();
}

function brandNow(): Brand | null {
  known ??= readBrand();
  return known && known.adminId === currentSession()?.adminId ? known : null;
}

function readBrand(): Brand | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    // Written by something else.
    return null;
  }
}

function onBrandChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
