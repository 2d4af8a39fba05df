import { isDeepStrictEqual } from "node:util";
import type { WireRecord } from "../../core/schema/descriptor.ts";

/** Whether two records have the same value of a field, no value being null. */
export function isSameField(record: Readonly<WireRecord>, other: Readonly<WireRecord>, name: string): boolean {
  // Values may be anything that a field holds.
  return isDeepStrictEqual(record[name] ?? null, other[name] ?? null);
}
