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
