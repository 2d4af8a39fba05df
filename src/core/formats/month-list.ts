import { isIntegerList } from "../integerList.ts";

/** Comma-separated months, 1 to 12. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 1, 12);
}
