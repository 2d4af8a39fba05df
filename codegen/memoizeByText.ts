/**
 * A cache by text, so that watch mode only recomputes what changed. The key must contain everything the result depends
 * on.
 */
export function memoizeByText<Result>(): (key: string, make: () => Result) => Result {
  const known = new Map<string, Result>();
  return (key, make) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make();
    known.set(key, made);
    return made;
  };
}
