import { isPlaceList } from "../integerList.ts";

/** Comma-separated weeks of a year, 1 to 53, or -1 to -53 from its end. */
export function isValid(value: string): boolean {
  return isPlaceList(value, 53);
}
