import { useSyncExternalStore } from "react";
import { buildListeners } from "../../providers/listeners.ts";
import { currentSession, storagePrefix } from "../../providers/session.ts";
import type { Accent } from "./accent.ts";
import type { Mode } from "./tokens.ts";

/** A reseller's computed look, cached for the first paint. */
export interface Brand {
  /** Its user: another user of this browser may belong to another reseller. */
  readonly adminId: number;
  readonly accents?: Readonly<Record<Mode, Accent>>;
  /** A data URL. */
  readonly logo?: string;
}

const key = `${storagePrefix}brand`;
const listeners = buildListeners();
let cachedBrand: Brand | null | undefined;

/** The logged-in user's brand; null: the panel's own look. */
export function useBrand(): Brand | null {
  return useSyncExternalStore(listeners.subscribe, currentBrand);
}

export function storeBrand(brand: Brand | null): void {
  cachedBrand = brand;
  try {
    if (brand) localStorage.setItem(key, JSON.stringify(brand));
    else localStorage.removeItem(key);
  } catch {
    // Storage is full: the next page first shows the panel's own look.
    localStorage.removeItem(key);
  }
  listeners.notify();
}

function currentBrand(): Brand | null {
  cachedBrand ??= readBrand();
  return cachedBrand && cachedBrand.adminId === currentSession()?.adminId ? cachedBrand : null;
}

function readBrand(): Brand | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    // Written by something else.
    return null;
  }
}
