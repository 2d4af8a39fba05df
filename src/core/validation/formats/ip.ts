import ipaddr from "ipaddr.js";
import { isIpv4 } from "../../values/hostName.ts";
import { isIpv6 } from "../../values/ipv6.ts";

export function isValid(value: string): boolean {
  return isIpv4(value) || isIpv6(value);
}

/** One text for an address in all its notations: RFC 5952, and IPv4 for what is mapped into IPv6. */
export function toNormal(value: string): string {
  if (!isValid(value)) return value;
  const address = ipaddr.process(value);
  return address.kind() === "ipv6" ? (address as ipaddr.IPv6).toRFC5952String() : address.toString();
}
