import { createHash } from "node:crypto";

/** PostgreSQL silently truncates identifiers to this many bytes. */
const maxBytes = 63;

/** The name of a descriptor's index in the database, as in an error's `constraint`. */
export function indexName(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${name.slice(0, maxBytes - 9)}_${hash}`;
}
