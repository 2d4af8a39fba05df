/** Absolute http or https URL. Spaces and control characters are refused, which URL would silently drop. */
export function isValid(value: string): boolean {
  return value.length <= 2048 && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value);
}
