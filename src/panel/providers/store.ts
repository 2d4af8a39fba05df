import type { Store } from "react-admin";
import { sessionKeys, storagePrefix } from "./session.ts";

/** Keys that survive a logout. */
const preferencePrefix = "preferences.";

/**
 * react-admin's store on local storage under the prefix `aui_`. Unlike react-admin's own, a reset (on logout) keeps
 * preferences such as theme, density, menu and columns, and drops the user's filters and selections.
 */
export function buildStore(storage: Storage = localStorage): Store {
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const publish = (key: string, value: unknown) => {
    for (const listener of listeners.get(key) ?? []) listener(value);
  };
  const ours = (prefix: string) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(storagePrefix + prefix) && !sessionKeys.includes(key))
      .map((key) => key.slice(storagePrefix.length));
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(storagePrefix)) publish(key.slice(storagePrefix.length), parse(newValue));
  };
  const removeItem = (key: string) => {
    storage.removeItem(storagePrefix + key);
    publish(key, undefined);
  };
  return {
    setup: () => window.addEventListener("storage", onStorage),
    teardown: () => window.removeEventListener("storage", onStorage),
    getItem: (key, defaultValue) => parse(storage.getItem(storagePrefix + key)) ?? defaultValue,
    setItem: (key, value) => {
      if (value === undefined) return removeItem(key);
      storage.setItem(storagePrefix + key, JSON.stringify(value));
      publish(key, value);
    },
    removeItem,
    removeItems: (prefix) => {
      for (const key of ours(prefix)) removeItem(key);
    },
    reset: () => {
      for (const key of ours("")) if (!key.startsWith(preferencePrefix)) removeItem(key);
    },
    subscribe: (key, listener) => {
      const keyListeners = listeners.get(key) ?? new Set();
      listeners.set(key, keyListeners.add(listener));
      return () => keyListeners.delete(listener);
    },
    listItems: (prefix = "") =>
      Object.fromEntries(ours(prefix).map((key) => [key, parse(storage.getItem(storagePrefix + key))])),
  };
}

function parse(text: string | null) {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Written by something else under our prefix: treated as absent.
    return undefined;
  }
}
