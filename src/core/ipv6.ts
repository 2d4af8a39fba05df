import ipaddr from "ipaddr.js";

/** IPv6 address without zone: a zone means something on one machine only. */
export function isIpv6(value: string): boolean {
  return value.length <= 45 && !value.includes("%") && ipaddr.IPv6.isValid(value);
}
