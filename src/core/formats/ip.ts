import { isIpv4 } from "../hostName.ts";
import { isIpv6 } from "../ipv6.ts";

/** IPv4 or IPv6 address. */
export function isValid(value: string): boolean {
  return isIpv4(value) || isIpv6(value);
}
