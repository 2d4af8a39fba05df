import { isIntegerList } from "../integerList.ts";

/** Comma-separated minutes or seconds, 0 to 59. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 0, 59);
}
