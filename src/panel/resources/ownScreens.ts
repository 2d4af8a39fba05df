import type { ComponentType } from "react";
import type { View } from "../paths.ts";

/** What every screen is: it finds ids and tab in the URL itself. */
export type ScreenComponent = ComponentType<{ resource: string }>;

type LoadScreen = () => Promise<ScreenComponent>;

/** A screen of a resource's own is found by the name of its file, which is the name of its component. */
const files: Readonly<Record<string, Readonly<Record<string, LoadScreen>>>> = {
  list: import.meta.glob<ScreenComponent>("./*/ListScreen.tsx", { import: "ListScreen" }),
  create: import.meta.glob<ScreenComponent>("./*/CreateScreen.tsx", { import: "CreateScreen" }),
  edit: import.meta.glob<ScreenComponent>("./*/EditScreen.tsx", { import: "EditScreen" }),
  details: import.meta.glob<ScreenComponent>("./*/DetailsScreen.tsx", { import: "DetailsScreen" }),
};

const loaders = new Map<string, LoadScreen>(
  Object.entries(files).flatMap(([view, found]) =>
    Object.entries(found).map(([path, load]) => [`${path.split("/")[1]} ${view}`, load] as const),
  ),
);

/** Loads the screen that replaces a resource's generic one, each a chunk of its own; undefined where there is none. */
export function ownScreenOf(resource: string, view: View): LoadScreen | undefined {
  return loaders.get(`${resource} ${view}`);
}

/** Adds a screen that is no file of this folder. Returns what takes it away again. */
export function addOwnScreen(resource: string, view: View, load: LoadScreen): () => void {
  const key = `${resource} ${view}`;
  loaders.set(key, () => load());
  return () => loaders.delete(key);
}
