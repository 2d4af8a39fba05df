import type { ComponentType } from "react";

/** A screen, which finds ids and tab in the URL itself. */
export type ScreenComponent = ComponentType<{ resource: string }>;

type LoadScreen = () => Promise<ScreenComponent>;

/**
 * A screen of a resource's own is found by the name of its file, which is the name of its component. No type parameters:
 * see `i18nProvider.ts`.
 */
const files = {
  list: import.meta.glob("./*/ListScreen.tsx", { import: "ListScreen" }),
  create: import.meta.glob("./*/CreateScreen.tsx", { import: "CreateScreen" }),
  edit: import.meta.glob("./*/EditScreen.tsx", { import: "EditScreen" }),
  details: import.meta.glob("./*/DetailsScreen.tsx", { import: "DetailsScreen" }),
} as Readonly<Record<string, Readonly<Record<string, LoadScreen>>>>;

/** The screens that replace generic ones, each a chunk of its own, by resource and view: `customers list`. */
export const customScreens = new Map<string, LoadScreen>(
  Object.entries(files).flatMap(([view, loaders]) =>
    Object.entries(loaders).map(([path, load]) => [`${path.split("/")[1]} ${view}`, load] as const),
  ),
);
