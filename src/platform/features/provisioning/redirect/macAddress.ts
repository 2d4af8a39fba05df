/** A MAC address in any notation as services write it: digits only, in upper case. */
export function toMac(text: string): string {
  return text.replaceAll(/[^0-9a-f]/gi, "").toUpperCase();
}
