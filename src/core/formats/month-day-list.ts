import { isPlaceList } from "../integerList.ts";

/** Comma-separated days of a month, 1 to 31, or -1 to -31 from its end. */
export function isValid(value: string): boolean {
  return isPlaceList(value, 31);
}
