import { isDomainName, isIpv4 } from "../../values/hostName.ts";
import { isIpv6 } from "../../values/ipv6.ts";
import { plainFormats } from "../../values/plainFormats.ts";

const password = /^(?:[A-Za-z0-9_.!~*'()&=+$,-]|%[0-9A-Fa-f]{2})*$/;
const hostAndPort = /^(\[[0-9a-f:.]{2,45}\]|[^:[\]]{1,253})(?::([1-9][0-9]{0,4}))?$/i;
const tail = /^[;?][^\s<>"@]*$/;

/** `sip:[user[:password]@]host[:port][;parameters][?headers]`; the host may be [IPv6]. */
export function isValid(value: string): boolean {
  if (value.length > 2048 || !/^sip:/i.test(value)) return false;
  const rest = value.slice(4);
  const at = rest.indexOf("@");
  return (at < 0 || isUserInfo(rest.slice(0, at))) && isTarget(rest.slice(at + 1));
}

function isUserInfo(text: string): boolean {
  const colon = text.indexOf(":");
  if (colon < 0) return plainFormats.identifier(text);
  return plainFormats.identifier(text.slice(0, colon)) && password.test(text.slice(colon + 1));
}

function isTarget(text: string): boolean {
  const end = text.search(/[;?]/);
  if (end >= 0 && !tail.test(text.slice(end))) return false;
  const [, host, port] = hostAndPort.exec(end < 0 ? text : text.slice(0, end)) ?? [];
  if (host === undefined || Number(port ?? 1) > 65535) return false;
  return host.startsWith("[") ? isIpv6(host.slice(1, -1)) : isDomainName(host) || isIpv4(host);
}
