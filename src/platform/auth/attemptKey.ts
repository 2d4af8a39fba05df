import ipaddr from "ipaddr.js";
import { foldName } from "../../core/foldText.ts";

/** The key under which failures are counted. */
export interface AttemptKey {
  readonly username: string;
  /** An IPv4 address, or the /64 network of an IPv6 one. */
  readonly ip: string;
}

/** Longer than any login: guessers could send megabytes. */
const longestName = 100;

/** Normalises name and address, so that one person has one key in any spelling. */
export function attemptKey(username: string, address: string): AttemptKey {
  return { username: foldName(username.slice(0, longestName)).replaceAll("\0", "\ufffd"), ip: networkOf(address) };
}

/** The owner of one IPv6 address has the 2^64 others of its network too. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.replaceAll("\0", "").slice(0, longestName);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4" || parsed.range() === "loopback") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}/64`;
}
