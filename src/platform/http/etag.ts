import { PlatformError } from "../../core/validation/errors.ts";

export function etagOf(version: number | string | undefined): string {
  return `"${version}"`;
}

/** Throws 412 when a change is based on a stale version. Without If-Match nothing is checked. */
export function assertMatches(ifMatch: string | undefined, version: number | string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const tags = ifMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!tags.includes(etagOf(version))) throw new PlatformError("stale_record");
}
