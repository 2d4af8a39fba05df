import type { CustomTab } from "../views/override.ts";

// No type parameters: see `i18nProvider.ts`.
const files: Readonly<Record<string, readonly CustomTab[]>> = import.meta.glob("./*/tabs.ts", {
  import: "tabs",
  eager: true,
});
const none: readonly CustomTab[] = [];

/** A resource's hand-written tabs, found by the name of their file. */
export const customTabsOf = (resource: string): readonly CustomTab[] => files[`./${resource}/tabs.ts`] ?? none;
