/** Callbacks of those who want to know of a change; `subscribe` is what `useSyncExternalStore` takes. */
export function buildListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Returns the unsubscribe function. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: () => {
      for (const listener of listeners) listener();
    },
  };
}
