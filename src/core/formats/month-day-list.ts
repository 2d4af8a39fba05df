import { isIntegerList } from "../integerList.ts";

/** Days of a month, 1 to 31, with commas between them. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 1, 31);
}
