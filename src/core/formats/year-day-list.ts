import { isPlaceList } from "../integerList.ts";

/** Comma-separated days of a year, or positions in a set, 1 to 366, or -1 to -366 from the end. */
export function isValid(value: string): boolean {
  return isPlaceList(value, 366);
}
