import type { ReactNode } from "react";

/** Placeholder while the view is written. */
export function PreferencesView({ resource }: { readonly resource: string }): ReactNode {
  return resource;
}
