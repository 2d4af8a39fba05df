import { isValid as isDestination } from "./call-destination.ts";

export { toNormal } from "./call-destination.ts";

/** The letters of a number's keys, each by itself: `a b c`. */
const letters = /^[A-Za-z](?: [A-Za-z])+$/;

/** A number in any notation, an address `user@host`, or a SIP or tel URI: no name alone, which only a domain completes. */
export function isValid(value: string): boolean {
  if (letters.test(value)) return true;
  return isDestination(value) && !/^\s*[A-Za-z_][^@:]*$/.test(value);
}
