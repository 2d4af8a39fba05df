import { isValid as isDateTime } from "./date-time.ts";

/** As older platforms count seconds in 32 bits, which do not last until the end of the year after. */
const lastYear = "2037";

/** A date-time until the end of 2037. */
export function isValid(value: string): boolean {
  return isDateTime(value) && value.slice(0, 4) <= lastYear;
}
