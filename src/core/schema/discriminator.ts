import type { DiscriminatorDescriptor } from "./descriptor.ts";

/**
 * The id of a row in a query over records of several resources: unique, where ids of records are only together with their
 * kind. Undefined: there is no such kind.
 */
export function rowIdOf({ mapping }: DiscriminatorDescriptor, id: number, kind: string): number | undefined {
  const kinds = Object.keys(mapping);
  const index = kinds.indexOf(kind);
  return index < 0 ? undefined : id * kinds.length + index;
}

/** The id of the record behind such a row. */
export function recordIdOf({ mapping }: DiscriminatorDescriptor, rowId: number): number {
  return Math.floor(rowId / Object.keys(mapping).length);
}
