import { isIpv4 } from "../../values/hostName.ts";
import { isIpv6 } from "../../values/ipv6.ts";
import { toNormal as toNormalAddress } from "./ip.ts";

const prefix = /^(?:0|[1-9][0-9]{0,2})$/;

/** Address of either family, or a network as address/prefix; host bits may be set. */
export function isValid(value: string): boolean {
  const slash = value.indexOf("/");
  const address = slash < 0 ? value : value.slice(0, slash);
  const length = slash < 0 ? "0" : value.slice(slash + 1);
  if (!prefix.test(length)) return false;
  return (isIpv4(address) && Number(length) <= 32) || (isIpv6(address) && Number(length) <= 128);
}

/** The address in its one notation; a network within the IPv4 addresses of IPv6 stays as it is. */
export function toNormal(value: string): string {
  const [address = "", length] = value.split("/");
  const normal = toNormalAddress(address);
  if (length === undefined || !isValid(value)) return normal;
  return isIpv4(normal) && !isIpv4(address) ? value : `${normal}/${length}`;
}
