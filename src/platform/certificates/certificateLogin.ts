import type { FastifyRequest } from "fastify";
import { PlatformError } from "../../core/errors.ts";
import { toActor } from "../auth/actor.ts";
import type { Actor, Reading } from "../entityHooks.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { holderOf } from "./store.ts";

/** Where whoever ends TLS in front of us puts the certificate whose key the client has proved to have. */
const certificateHeader = "x-ssl-client-cert";

/**
 * Who has shown an API certificate to the proxy in front; 401 when nobody has. A certificate counts only as we issued
 * it, byte by byte, which says more than our signature on it would, and only while it is good. There is no session:
 * the next request shows the certificate again.
 */
export async function actorByCertificate(db: Reading["db"], request: FastifyRequest): Promise<Actor> {
  const der = mayShowCertificate(request) ? certificateIn(request.headers[certificateHeader]) : undefined;
  const admin = der && (await holderOf(db, fingerprintOf(der)));
  if (!admin) throw new PlatformError("not_logged_in");
  if (!admin.is_active) throw new PlatformError("forbidden");
  return toActor(admin);
}

/**
 * For programs that call the API through a trusted proxy. Browsers, which name the site that a request comes from,
 * are left out: they would send the certificate along with whatever another site makes them ask for.
 */
function mayShowCertificate({ url, ips, headers }: FastifyRequest): boolean {
  // One address alone is a client that is connected to us directly.
  const isBehindTrustedProxy = ips !== undefined && ips.length > 1;
  return url.startsWith("/api/") && isBehindTrustedProxy && headers["sec-fetch-site"] === undefined;
}

/** DER of a certificate as proxies write it on one line: PEM, its breaks escaped or blanks, or its base64 alone. */
function certificateIn(header: string | string[] | undefined): Buffer | undefined {
  if (typeof header !== "string" || header === "") return undefined;
  try {
    const base64 = decodeURIComponent(header).replaceAll(/-----[A-Z ]+-----|\s/g, "");
    // Strictly: of two in one header, reading would stop after the first.
    return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, "base64") : undefined;
  } catch {
    // Not escaped as it should be: it is no certificate.
    return undefined;
  }
}
