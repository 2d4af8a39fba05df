import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { ownAddress } from "../platform/http/origin.ts";
import { withoutSessionCookie } from "./sessionCookie.ts";

/**
 * What only a proxy may say to the platform behind us: who sends a request, from where, for which host or path. Servers
 * take an underscore in a name for a dash.
 */
const ofProxies =
  /^(?:forwarded|via|proxy|(?:x-)?remote-user|x-real-ip|x-host|x-http-host-override|x-(?:forwarded|forwarder|original|rewrite|client|cluster|proxyuser|envoy|arr|azure|waf|originating)(?:-.*)?|(?:true|fastly)-client-ip|cf-connecting-ip.*|front-end-https|ssl-.*)$/;
/** Of the certificate that a client has shown to the proxy which ends TLS. */
const ofCertificate = /^x-ssl-/;

type Sender = Pick<FastifyRequest, "ip" | "ips" | "protocol" | "host">;

export interface Forwarding {
  /** The platform, or the older panel. */
  readonly origin: string;
  /** Whether it gets the browser's Host instead of its own. */
  readonly preserveHost: boolean;
  /** Our own base URL; null: that of the request. */
  readonly publicUrl: string | null;
}

/**
 * Headers for the platform: what a client claims about itself is replaced by what we know of it. What a trusted proxy
 * says about a certificate stays.
 */
export function toForward<T extends IncomingHttpHeaders>(
  request: Sender,
  headers: T,
  { preserveHost }: Pick<Forwarding, "preserveHost">,
): T {
  const isBehindTrustedProxy = request.ips !== undefined && request.ips.length > 1;
  const isLeft = (name: string) =>
    // We have sent "100 Continue" ourselves.
    name !== "expect" && !ofProxies.test(name) && (isBehindTrustedProxy || !ofCertificate.test(name));
  const left = Object.entries(withoutSessionCookie(headers)).filter(([name]) =>
    isLeft(name.toLowerCase().replaceAll("_", "-")),
  );
  return { ...(Object.fromEntries(left) as T), ...forwarded(request, preserveHost) };
}

/** What we know of a request. */
export function forwarded({ ip, protocol, host }: Sender, preserveHost: boolean) {
  return {
    "x-forwarded-for": ip,
    "x-forwarded-proto": protocol,
    "x-forwarded-host": host,
    ...(preserveHost ? { host } : {}),
  };
}

/** A redirect of the platform to itself leads to us: a browser may not reach it, and would leave our origin. */
export function toOurs(request: Sender, location: string, { origin, publicUrl }: Forwarding): string {
  const url = URL.canParse(location, origin) ? new URL(location, origin) : undefined;
  const isAbsolute = /^(?:https?:)?\/\//i.test(location);
  if (!url || !isAbsolute || (url.host !== new URL(origin).host && url.host !== request.host)) return location;
  return ownAddress(request, publicUrl) + url.pathname + url.search + url.hash;
}
