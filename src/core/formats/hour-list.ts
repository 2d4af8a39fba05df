import { isIntegerList } from "../integerList.ts";

/** Comma-separated hours, 0 to 23. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 0, 23);
}
