import { isValidIBAN } from "ibantools";

/** Country format and check digits hold. Blanks between groups, as on paper, are allowed. */
export function isValid(value: string): boolean {
  return value.length <= 64 && isValidIBAN(value.replaceAll(" ", ""));
}
