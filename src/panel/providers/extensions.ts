import type { Extension } from "../../core/api/extensions.ts";

export type { Extension };

/** Undefined until platforminfo is known. */
let offered: ReadonlySet<unknown> | undefined;

/** Stores the extensions from platforminfo; older platforms list none. */
export function storeExtensions({ extensions }: Readonly<Record<string, unknown>>): void {
  offered = new Set(Array.isArray(extensions) ? extensions : []);
}

export function hasExtension(extension: Extension): boolean {
  return offered?.has(extension) ?? false;
}

/** Whether lists ignore filters that the older API does not declare. */
export function ignoresFilters(): boolean {
  return offered !== undefined && !offered.has("filters" satisfies Extension);
}
