import { isValid as isDestination } from "./call-destination.ts";

export { toNormal } from "./call-destination.ts";

/** A number in any notation, an address `user@host`, or a SIP or tel URI: no name alone, which only a domain completes. */
export function isValid(value: string): boolean {
  return isDestination(value) && !/^\s*[A-Za-z_][^@:]*$/.test(value);
}
