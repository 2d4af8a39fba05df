/** A number or what callers are called, with `*`, `?` and `[0-4]` in it: nothing of that has blanks. */
export function isValid(value: string): boolean {
  return /^[^\s\p{Cc}]+$/u.test(value);
}
