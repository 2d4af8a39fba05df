import { isDomainName, isIpv4 } from "../hostName.ts";

/** Domain name, a single label included, or IPv4. IPv6 is refused: SIP domains are looked up by name. */
export function isValid(value: string): boolean {
  return isDomainName(value) || isIpv4(value);
}
