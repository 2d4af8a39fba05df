import type { LegacyTableDescriptor } from "./descriptor.ts";

/** The address of an older table; of an owner's table that of this owner. */
export function legacyTableUrl(
  { path, of }: Pick<LegacyTableDescriptor, "path" | "of">,
  ownerId: number | string,
): string {
  return of === undefined ? path : path.replace(`{${of}}`, String(ownerId));
}
