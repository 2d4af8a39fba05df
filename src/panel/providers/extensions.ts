import type { extensions } from "../../core/api/extensions.ts";

/** An extension of our platform to the legacy API, as listed by its platforminfo. */
export type Extension = (typeof extensions)[number];

let offered: ReadonlySet<unknown> = new Set();

/** Stores the extensions from platforminfo; older platforms list none. */
export function storeExtensions({ extensions }: Readonly<Record<string, unknown>>): void {
  offered = new Set(Array.isArray(extensions) ? extensions : []);
}

export function hasExtension(extension: Extension): boolean {
  return offered.has(extension);
}
