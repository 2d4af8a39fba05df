import { isIntegerList } from "../integerList.ts";

/** Hours, 0 to 23, with commas between them. */
export function isValid(value: string): boolean {
  return isIntegerList(value, 0, 23);
}
