import { isIntegerList } from "../integerList.ts";

/** Comma-separated weeks of a year, 1 to 53. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 1, 53);
}
