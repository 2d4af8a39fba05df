import { listItems } from "./listItems.ts";

/** Whether a text is a comma-separated list of integers within bounds. Whitespace around commas is ignored. */
export function isIntegerList(value: string, minimum: number, maximum: number): boolean {
  return listItems(value).every((item) => /^\d{1,3}$/.test(item) && Number(item) >= minimum && Number(item) <= maximum);
}

/** The same from 1, or from -1 to count from the end. */
export function isPlaceList(value: string, maximum: number): boolean {
  return listItems(value).every((item) => /^-?[1-9]\d{0,2}$/.test(item) && Math.abs(Number(item)) <= maximum);
}
