import { isDeepStrictEqual } from "node:util";

/**
 * Keeps what was made of a text, so that in watch mode only what changed is made again. The key is everything the
 * result depends on.
 */
export function remember<Result>(): (key: string, make: () => Result) => Result {
  const known = new Map<string, Result>();
  return (key, make) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make();
    known.set(key, made);
    return made;
  };
}

/** Works out something about an object once, however many ask for it: a model is never changed after it was made. */
export function once<Key extends object, Result>(make: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly made: Result }>();
  return (key) => {
    const found = known.get(key) ?? { made: make(key) };
    known.set(key, found);
    return found.made;
  };
}

/** Gives back the last value while the next ones equal it, so that what `once` knows about it stays known. */
export function kept<Value>(): (value: Value) => Value {
  let last: Value | undefined;
  return (value) => {
    if (last === undefined || !isDeepStrictEqual(value, last)) last = value;
    return last;
  };
}
