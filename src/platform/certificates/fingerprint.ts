import { createHash } from "node:crypto";

/** SHA-256 of a certificate's bytes, hexadecimal: two certificates that have the same one are the same. */
export function fingerprintOf(der: Uint8Array): string {
  return createHash("sha256").update(der).digest("hex");
}
