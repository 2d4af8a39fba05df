import { isIntegerList } from "../integerList.ts";

/** Comma-separated days of a year, or positions in a set, 1 to 366. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 1, 366);
}
