import { listItems } from "../listItems.ts";

const weekday = /^(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:MO|TU|WE|TH|FR|SA|SU)$/;

/**
 * Days of the week as iCalendar writes them, `MO,TU`; a number selects one in the month, `1MO`, or from its end,
 * `-1FR`.
 */
export function isValid(value: string): boolean {
  return listItems(value).every((item) => weekday.test(item));
}
