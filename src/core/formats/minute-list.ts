import { isIntegerList } from "../integerList.ts";

/** Minutes or seconds, 0 to 59, with commas between them. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 0, 59);
}
