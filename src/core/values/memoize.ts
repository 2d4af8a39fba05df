/** Memoizes a function of an object that never changes, such as a descriptor or the event of a write. */
export function memoize<Key extends object, Result>(make: (key: Key) => Result): (key: Key) => Result {
  const cache = new WeakMap<Key, { readonly made: Result }>();
  return (key) => {
    const entry = cache.get(key) ?? { made: make(key) };
    cache.set(key, entry);
    return entry.made;
  };
}
