import { listItems } from "./listItems.ts";

/** Whether a text is whole numbers with commas between them, each within bounds. Blanks around a comma do not matter. */
export function isIntegerList(value: string, minimum: number, maximum: number): boolean {
  return listItems(value).every((item) => /^\d{1,3}$/.test(item) && Number(item) >= minimum && Number(item) <= maximum);
}
