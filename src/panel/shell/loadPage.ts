import type { ComponentType } from "react";
import { matchPath } from "react-router";
import { routes } from "../../generated/routes.gen.ts";
import { resourceOf, type View } from "../paths.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import { loadResource } from "../providers/resources.ts";
import { loadOverride } from "../resources/overrides.ts";

/** What every generic view is: it finds ids and tab in the address itself. */
export type ViewComponent = ComponentType<{ resource: string }>;

/** Each view is a chunk of its own, with the texts it needs. */
const views: Readonly<Record<View, () => Promise<ViewComponent>>> = {
  list: async () => (await import("../views/ListView.tsx")).ListView,
  create: async () => (await import("../views/CreateView.tsx")).CreateView,
  edit: async () => (await import("../views/EditView.tsx")).EditView,
  details: async () => (await import("../views/DetailsView.tsx")).DetailsView,
  preferences: async () => (await import("../views/PreferencesView.tsx")).PreferencesView,
  upload: async () => (await import("../views/UploadView.tsx")).UploadView,
};

const textsOfView: Readonly<Record<View, readonly string[]>> = {
  list: ["views"],
  create: ["views", "forms", "rules"],
  edit: ["views", "forms", "rules"],
  details: ["views", "details"],
  preferences: ["views", "forms", "rules", "preferences"],
  upload: ["views", "forms", "rules", "upload"],
};

/** Views whose page waits for what is hand-written of a form. */
const forms: readonly View[] = ["create", "edit"];

const loading = new Map<string, Promise<ViewComponent>>();
/** Those of them that are here. */
const arrived = new Set<string>();

/** A view with its texts. */
export async function loadView(view: View): Promise<ViewComponent> {
  const [component] = await Promise.all([views[view](), ...textsOfView[view].map(addTexts)]);
  return component;
}

/** A view with its texts and its resource, all fetched side by side. The same promise each time, so that `use` can read it. */
export function loadPage(view: View, resource: string): Promise<ViewComponent> {
  const key = `${view} ${resource}`;
  const known = loading.get(key);
  if (known) return known;
  const promise = Promise.all([
    loadView(view),
    loadResource(resource),
    ...(forms.includes(view) ? [loadOverride(resource)] : []),
  ]).then(([component]) => component);
  promise.then(
    // As React marks what has arrived: a page that is there is drawn without a break.
    (value) => {
      arrived.add(key);
      Object.assign(promise, { status: "fulfilled", value });
    },
    () => loading.delete(key),
  );
  loading.set(key, promise);
  return promise;
}

/**
 * Starts to fetch what an address will show, on the way there; undefined where that is here. A failure shows when the
 * page itself is opened.
 */
export function preloadAddress(address: string): Promise<unknown> | undefined {
  const [path = "/", search] = address.split("?");
  const route = routes.find((candidate) => matchPath(candidate.path, path));
  if (!route) return undefined;
  const resource = resourceOf(route, new URLSearchParams(search));
  const page = loadPage(route.view, resource).catch(() => undefined);
  return arrived.has(`${route.view} ${resource}`) ? undefined : page;
}
