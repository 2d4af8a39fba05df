/**
 * Compiles as a regular expression. The platform's patterns are Perl's, which accepts more escapes than the
 * strict Unicode mode does, so either mode is enough.
 */
export function isValid(value: string): boolean {
  return value !== "" && (compiles(value, "u") || compiles(value, ""));
}

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}
