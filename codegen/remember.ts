/**
 * A cache by text, so that watch mode only recomputes what changed. The key must contain everything the result depends
 * on.
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

/** Memoizes a function of an object that never changes, such as a model. */
export function once<Key extends object, Result>(make: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly made: Result }>();
  return (key) => {
    const found = known.get(key) ?? { made: make(key) };
    known.set(key, found);
    return found.made;
  };
}
