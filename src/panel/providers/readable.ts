/**
 * A promise that React's `use` reads at once when it has resolved, rather than suspending for a turn: React marks the
 * promises that it has waited for in the same way. So a component can always call `use`. It must: React renders a
 * suspended component again on the premise that it does, and fails with error 467 if the value comes from elsewhere.
 */
export function readable<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => undefined,
  );
  return promise;
}

/** A resolved promise of this value. */
export function resolved<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: "fulfilled", value });
}

/** Whether `use` would read it at once. */
export function isResolved(promise: Promise<unknown>): boolean {
  return "status" in promise && promise.status === "fulfilled";
}
