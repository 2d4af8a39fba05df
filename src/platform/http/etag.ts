import { PlatformError } from "../../core/errors.ts";

/** The validator of one version of a record. */
export function etagOf(version: unknown): string {
  return `"${version}"`;
}

/** Refuses (412) a change that was made looking at another version. Callers that send no If-Match are not checked. */
export function assertMatches(ifMatch: string | undefined, version: unknown): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const wanted = ifMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!wanted.includes(etagOf(version))) throw new PlatformError("stale_record");
}
