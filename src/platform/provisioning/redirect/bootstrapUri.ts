import { createHash } from "node:crypto";

/** An address that ends with a place for the MAC address, as the service writes it: `{MAC}`. */
export function withPlaceFor(place: string, uri: string): string {
  if (uri.endsWith(place)) return uri;
  return `${uri}${uri.endsWith("/") ? "" : "/"}${place}`;
}

/** A name for the server at an address, for services that register servers by name: the same for the same address. */
export function serverName(uri: string): string {
  return createHash("md5").update(uri).digest("hex").slice(0, 20);
}
