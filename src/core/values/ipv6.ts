import ipaddr from "ipaddr.js";

/** IPv6 address without zone: zones only have a meaning on one machine. */
export function isIpv6(value: string): boolean {
  return value.length <= 45 && !value.includes("%") && ipaddr.IPv6.isValid(value);
}
