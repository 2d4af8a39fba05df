import type { ComponentType } from "react";
import type { CustomCells } from "../kinds/cell.ts";
import { noCells } from "../kinds/customCells.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import { toUsable } from "../providers/resources.ts";
import type { FormOverride } from "../views/form/override.ts";
import type { customTabsOf } from "./customTabs.ts";

const resourceOf = (path: string) => path.split("/")[1] ?? "";

// Parts of a resource's own are found by the names of their files in its folder. No type parameters: see `i18nProvider.ts`.
const formFiles = import.meta.glob("./*/form.{ts,tsx}", { import: "form" }) as Readonly<
  Record<string, () => Promise<FormOverride>>
>;

let tabs: Promise<typeof customTabsOf> | undefined;

/** Hand-written tabs by resource, which pages of records load. A stable promise, so that `use` can read it. */
export const loadTabs = (): Promise<typeof customTabsOf> => (tabs ??= importTabs());

function importTabs(): Promise<typeof customTabsOf> {
  const importing = toUsable(import("./customTabs.ts").then((module) => module.customTabsOf));
  importing.catch(() => {
    tabs = undefined;
  });
  return importing;
}

/** Loads what a resource's form needs beyond its schema, by resource. */
export const formOverrides = new Map(
  Object.entries(formFiles).map(([path, load]) => [
    resourceOf(path),
    async () => {
      const override = await load();
      await Promise.all((override.texts ?? []).map(addTexts));
      return override;
    },
  ]),
);

/** Loads the cells that a resource has instead of those of their kinds, by resource: `cells` of its `cells.tsx`. */
export const customCells = new Map(
  Object.entries(
    import.meta.glob("./*/cells.tsx", { import: "cells" }) as Readonly<Record<string, () => Promise<CustomCells>>>,
  ).map(([path, load]) => [resourceOf(path), load]),
);

/** Loads each part once. Its promises are stable, so that `use` can read them; a failed one is loaded again. */
function loadOnce<Part>(loaders: ReadonlyMap<string, () => Promise<Part>>, none: Promise<Part>) {
  const loading = new Map<() => Promise<Part>, Promise<Part>>();
  return (resource: string): Promise<Part> => {
    const load = loaders.get(resource);
    if (!load) return none;
    const part = loading.get(load) ?? toUsable(load());
    part.catch(() => loading.delete(load));
    loading.set(load, part);
    return part;
  };
}

export const loadOverride = loadOnce<FormOverride>(formOverrides, Promise.resolve({}));
export const loadCells = loadOnce(customCells, noCells);

/** A screen, which finds ids and tab in the URL itself. */
export type ScreenComponent = ComponentType<{ resource: string }>;

type LoadScreen = () => Promise<ScreenComponent>;

/** Screens export a component of the file's name. */
const screenFiles = {
  list: import.meta.glob("./*/ListScreen.tsx", { import: "ListScreen" }),
  create: import.meta.glob("./*/CreateScreen.tsx", { import: "CreateScreen" }),
  edit: import.meta.glob("./*/EditScreen.tsx", { import: "EditScreen" }),
  details: import.meta.glob("./*/DetailsScreen.tsx", { import: "DetailsScreen" }),
} as Readonly<Record<string, Readonly<Record<string, LoadScreen>>>>;

/** The screens that replace generic ones, each a chunk of its own, by resource and view: `customers list`. */
export const customScreens = new Map<string, LoadScreen>(
  Object.entries(screenFiles).flatMap(([view, loaders]) =>
    Object.entries(loaders).map(([path, load]) => [`${resourceOf(path)} ${view}`, load] as const),
  ),
);
