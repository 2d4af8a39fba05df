import { isIntegerList } from "../integerList.ts";

/** Days of a year, or places in a set, 1 to 366, with commas between them. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 1, 366);
}
