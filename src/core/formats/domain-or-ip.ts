import { isHostName, isIpv4 } from "../hostName.ts";

/** Host name, a single label included, or IPv4. IPv6 is not taken: SIP domains are looked up by name. */
export function isValid(value: string): boolean {
  return isHostName(value) || isIpv4(value);
}
