import { createHash } from "node:crypto";

/** PostgreSQL cuts identifiers to this many bytes without a word. */
const maxBytes = 63;

/** The name that an index of the descriptors has in the database, as an error's `constraint` gives it. */
export function indexName(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${name.slice(0, maxBytes - 9)}_${hash}`;
}
