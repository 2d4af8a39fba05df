/**
 * A cache by text, so that watch mode only recomputes what changed. The key must contain everything the result depends
 * on.
 */
export function memoizeByText<Result>(): (key: string, compute: () => Result) => Result {
  const cache = new Map<string, Result>();
  return (key, compute) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const result = compute();
    cache.set(key, result);
    return result;
  };
}
