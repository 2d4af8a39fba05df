/**
 * Prefixes of international numbers for a typed text: "+43 1 5", "0043 1 5" and, in the country of a code in use, "01
 * 5" all mean 4315. Undefined when it is not a number, or too short.
 */
export function numberBeginnings(text: string, countryCodes: readonly string[]): string[] | undefined {
  const typed = text.trim();
  if (!/^\+?[\d\s()/.-]+$/.test(typed)) return undefined;
  const digits = typed.replaceAll(/\D/g, "");
  if (digits.length < 3) return undefined;
  if (typed.startsWith("+")) return [digits];
  if (digits.startsWith("00")) return digits.length > 4 ? [digits.slice(2)] : undefined;
  return digits.startsWith("0") ? countryCodes.map((code) => code + digits.slice(1)) : [digits];
}
