/** What a line of a SIP or mail header can hold: no line break, nor another control character than a tab. */
export function isValid(value: string): boolean {
  return value.trim() !== "" && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value.replaceAll("\t", ""));
}
