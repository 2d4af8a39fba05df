import type { FastifyRequest } from "fastify";
import { PlatformError } from "../../../core/validation/errors.ts";
import type { Db } from "../../db/tables.ts";
import { toActor } from "../../records/actor.ts";
import type { Actor } from "../../resourceHooks.ts";
import type { FirstUses } from "../journalLogin.ts";
import { findCertificateHolder } from "./store.ts";
import { fingerprintOf } from "./x509.ts";

/** Header in which the TLS-terminating proxy passes the certificate whose key the client has proved to hold. */
const certificateHeader = "x-ssl-client-cert";

/**
 * The owner of the API certificate that the proxy passed on; 401 without one. It must match an issued and still valid
 * certificate byte by byte, which is stricter than checking our signature. There is no session: every request presents
 * the certificate again.
 */
export async function actorByCertificate(db: Db, request: FastifyRequest, uses: FirstUses): Promise<Actor> {
  const der = mayShowCertificate(request) ? certificateIn(request.headers[certificateHeader]) : undefined;
  const admin = der && (await findCertificateHolder(db, fingerprintOf(der)));
  if (!admin) throw new PlatformError("not_logged_in");
  if (!admin.is_active) throw new PlatformError("forbidden");
  await uses.note(admin, "certificate", request.ip);
  return toActor(admin);
}

/**
 * For API clients behind a trusted proxy. Browsers, which send the origin of a request, are excluded: they would
 * present the certificate on cross-site requests.
 */
function mayShowCertificate({ url, ips, headers }: FastifyRequest): boolean {
  // A single address is a client that is connected directly.
  const isBehindTrustedProxy = ips !== undefined && ips.length > 1;
  return url.startsWith("/api/") && isBehindTrustedProxy && headers["sec-fetch-site"] === undefined;
}

/**
 * DER of a certificate as proxies write it on one line: PEM, with line breaks escaped or replaced by spaces, or its
 * base64 alone.
 */
function certificateIn(header: string | string[] | undefined): Buffer | undefined {
  if (typeof header !== "string" || header === "") return undefined;
  try {
    const base64 = decodeURIComponent(header).replaceAll(/-----[A-Z ]+-----|\s/g, "");
    // Strict: given two in one header, decoding would stop after the first.
    return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, "base64") : undefined;
  } catch {
    // Malformed escapes: not a certificate.
    return undefined;
  }
}
