import { isIntegerList } from "../integerList.ts";

/** Months, 1 to 12, with commas between them. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 1, 12);
}
