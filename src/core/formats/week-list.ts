import { isIntegerList } from "../integerList.ts";

/** Weeks of a year, 1 to 53, with commas between them. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 1, 53);
}
