import type { FieldKind } from "../../core/schema/kinds.ts";

/**
 * Merges what the folders have for each kind. Folders are found by name, so only a test can know that none is missing.
 */
export function byKind<Entry>(folders: readonly Readonly<Partial<Record<FieldKind, Entry>>>[]) {
  return Object.assign({}, ...folders) as Readonly<Record<FieldKind, Entry>>;
}
