import { isIntegerList } from "../integerList.ts";

/** Comma-separated days of a month, 1 to 31. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 1, 31);
}
