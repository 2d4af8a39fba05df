import { createHash } from "node:crypto";

/** SHA-256 of a certificate's DER, hexadecimal, as its identity. */
export function fingerprintOf(der: Uint8Array): string {
  return createHash("sha256").update(der).digest("hex");
}
