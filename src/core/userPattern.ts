/**
 * The regular expression that a user wrote, or null when it does not compile: such a pattern matches nothing. Some never
 * come to an end, so that whoever compares texts with them limits the time.
 */
export function compileUserPattern(pattern: string, flags: "" | "i" | "g" = ""): RegExp | null {
  for (const mode of ["u", ""]) {
    try {
      return new RegExp(pattern, `${flags}${mode}`);
    } catch {
      // Patterns are Perl's, which accepts more escapes than the strict Unicode mode does.
    }
  }
  return null;
}
