import type { FieldKind } from "../../core/schema/kinds.ts";

/** What the folders say of each kind, as one registry. Only a test can know that none is missing, as folders are found by name. */
export function byKind<Entry>(folders: readonly Readonly<Partial<Record<FieldKind, Entry>>>[]) {
  return Object.assign({}, ...folders) as Readonly<Record<FieldKind, Entry>>;
}
