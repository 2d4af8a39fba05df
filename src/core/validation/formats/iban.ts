import { isValidIBAN } from "ibantools";

/** Checks country format and check digits. Spaces between groups, as on paper, are allowed. */
export function isValid(value: string): boolean {
  return value.length <= 64 && isValidIBAN(value.replaceAll(" ", ""));
}
