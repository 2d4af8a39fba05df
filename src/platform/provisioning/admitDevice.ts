import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { PlatformSettings } from "../settings.ts";
import { commonNames } from "./commonNames.ts";
import type { DeviceRequest } from "./requestLog.ts";

/** Header in which the proxy that ends TLS passes the subject of the client certificate. */
export const subjectHeader = "x-ssl-client-s-dn";

type Refusal = Extract<
  DeviceRequest["outcome"],
  "wrong_network" | "not_encrypted" | "no_certificate" | "wrong_certificate"
>;

/**
 * Why a device may not have what is for it alone; undefined if it may. A certificate that is presented has to be the
 * device's own, whether one is asked for or not.
 */
export function refusalOf(
  request: FastifyRequest,
  identifier: string,
  { networks, certificates, tls }: PlatformSettings["devices"],
): Refusal | undefined {
  if (networks.length > 0 && !networks.some((network) => isWithin(request.ip, network))) return "wrong_network";
  if (tls === "required" && request.protocol !== "https") return "not_encrypted";
  const subject = subjectOf(request);
  if (subject === undefined) return certificates === "required" ? "no_certificate" : undefined;
  return isNameOf(subject, identifier) ? undefined : "wrong_certificate";
}

/**
 * Whether a certificate with this subject is the device's: its CN is the MAC address in any notation, or ends with it
 * after Cisco's `SEP`. Every CN, should there be several: OpenSSL's older form does not tell one from a part of another
 * value.
 */
function isNameOf(subject: string, identifier: string): boolean {
  const names = commonNames(subject).map((name) => name.toLowerCase());
  const isNamed = (name: string) =>
    [name, name.replaceAll(/[:.-]/g, ""), /^(?:.*-)?sep([0-9a-f]{12})$/.exec(name)?.[1]].includes(identifier);
  return names.length > 0 && names.every(isNamed);
}

/** Undefined unless a trusted proxy has passed one on. */
function subjectOf({ headers, ips }: FastifyRequest): string | undefined {
  const given = headers[subjectHeader];
  const isBehindTrustedProxy = ips !== undefined && ips.length > 1;
  return isBehindTrustedProxy && typeof given === "string" && given !== "" ? given : undefined;
}

function isWithin(address: string, network: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const [range, bits] = network.includes("/") ? ipaddr.parseCIDR(network) : [ipaddr.process(network), undefined];
  const own = ipaddr.process(address);
  if (own.kind() !== range.kind()) return false;
  return own.match(range, bits ?? (own.kind() === "ipv4" ? 32 : 128));
}
