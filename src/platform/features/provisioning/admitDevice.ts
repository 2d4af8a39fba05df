import type { FastifyReply, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { Texts } from "../../../core/schema/texts.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { toErrorBody } from "../../http/errors.ts";
import type { PlatformSettings } from "../../runtime/settings.ts";
import type { DeviceRequest } from "./requestLog.ts";

/** Header in which the proxy that ends TLS passes the subject of the client certificate. */
const subjectHeader = "x-ssl-client-s-dn";

type RefusalReason = Extract<
  DeviceRequest["outcome"],
  "wrong_network" | "not_encrypted" | "no_certificate" | "wrong_certificate"
>;

/**
 * Finds the reason why a device may not have its own files; undefined if it may. A certificate that is presented has to
 * be the device's own, whether one is asked for or not.
 */
export function findRefusalReason(
  request: FastifyRequest,
  identifier: string,
  { networks, certificates, tls }: PlatformSettings["devices"],
): RefusalReason | undefined {
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
  const subject = headers[subjectHeader];
  const isBehindTrustedProxy = ips !== undefined && ips.length > 1;
  return isBehindTrustedProxy && typeof subject === "string" && subject !== "" ? subject : undefined;
}

function isWithin(address: string, network: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const [range, bits] = network.includes("/") ? ipaddr.parseCIDR(network) : [ipaddr.process(network), undefined];
  const ip = ipaddr.process(address);
  if (ip.kind() !== range.kind()) return false;
  return ip.match(range, bits ?? (ip.kind() === "ipv4" ? 32 : 128));
}

/** CN by its name, and by its object identifier. */
const isCommonName = /^(?:cn|commonname|(?:oid\.)?2\.5\.4\.3)$/i;

/**
 * The values of all CN attributes of a certificate's subject, as proxies write it: RFC 4514 (and RFC 2253, which allowed
 * quotes and semicolons), or OpenSSL's older form `/C=DE/CN=phone`. A text that is neither has none.
 */
export function commonNames(subject: string): readonly string[] {
  const text = subject.trim();
  const parts = text.startsWith("/") ? text.slice(1).split(/[/+](?=[a-z][\w.-]*=)/i) : splitUnescaped(text);
  const attributes = parts.map((part) => {
    const end = part.indexOf("=");
    return [part.slice(0, end).trim(), end < 0 ? "" : part.slice(end + 1)] as const;
  });
  return attributes.flatMap(([type, value]) => (isCommonName.test(type) ? [withoutEscapes(value)] : []));
}

/** At separators of parts and of attributes within one, which mean themselves after a backslash and in quotes. */
function splitUnescaped(text: string): readonly string[] {
  return text.match(/(?:\\.|"(?:\\.|[^"\\])*"|[^,;+\\"])+/gs) ?? [];
}

function withoutEscapes(value: string): string {
  const text = value.trim();
  const inner = /^"(.*)"$/s.exec(text)?.[1] ?? text;
  // Escaped bytes are UTF-8, and a character may be several.
  return inner
    .replace(/(?:\\[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll("\\", ""), "hex").toString("utf8"))
    .replace(/\\(.)/gs, "$1");
}

/** Seconds; phones keep the configuration that they have. */
const RETRY_AFTER = 300;

/** Refuses a phone, which reads no JSON. */
export function refuseDevice(
  reply: FastifyReply,
  code: "device_unknown" | "device_refused" | "device_template" | "device_busy" | "firmware_missing",
  texts: Texts,
): FastifyReply {
  const error = new PlatformError(code);
  const { message } = toErrorBody(error, texts);
  if (error.status === 503) reply.header("Retry-After", RETRY_AFTER);
  return reply.code(error.status).type("text/plain; charset=utf-8").send(`${error.status} - ${message}\n`);
}
