import { use } from "react";
import { matchPath } from "react-router";
import { routes } from "../../generated/routes.gen.ts";
import { resourceOf, type View } from "../paths.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import { isResolved, readable } from "../providers/readable.ts";
import { describeResource, loadResource } from "../providers/resources.ts";
import { loadOverride } from "../resources/overrides.ts";
import { ownScreens, type ScreenComponent } from "../resources/ownScreens.ts";

/** Each view is a chunk of its own, with the texts it needs. */
const views: Readonly<Record<View, () => Promise<ScreenComponent>>> = {
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

/** Views that wait for the form's override. */
const forms: readonly View[] = ["create", "edit"];

/** What tells pages apart: a generic view and its resource, or the loader of a screen of the resource's own. */
type PageKey = string | (() => Promise<ScreenComponent>);

const keyOf = (view: View, resource: string): PageKey => ownScreens.get(`${resource} ${view}`) ?? `${view} ${resource}`;

const loading = new Map<PageKey, Promise<ScreenComponent>>();

/** A generic view with its texts. */
async function loadView(view: View): Promise<ScreenComponent> {
  const [component] = await Promise.all([views[view](), loadTexts(view)]);
  return component;
}

const loadTexts = (view: View) => Promise.all(textsOfView[view].map(addTexts));

/** A resource's view; suspends while loading, and renders a loaded one at once. */
export function useView(view: View, resource: string): ScreenComponent {
  return use(loadPage(view, resource));
}

/** A view with its texts and its resource, fetched concurrently. A stable promise, so that `use` can read it. */
function loadPage(view: View, resource: string): Promise<ScreenComponent> {
  const key = keyOf(view, resource);
  const known = loading.get(key);
  if (known) return known;
  const promise = readable(fetchPage(view, resource));
  promise.catch(() => loading.delete(key));
  loading.set(key, promise);
  return promise;
}

async function fetchPage(view: View, resource: string): Promise<ScreenComponent> {
  const own = ownScreens.get(`${resource} ${view}`);
  const [component] = await Promise.all([
    own ? own() : views[view](),
    loadTexts(view),
    loadResource(resource),
    ...(forms.includes(view) ? [loadOverride(resource)] : []),
  ]);
  return component;
}

/**
 * Preloads the page at a URL; undefined if it has loaded already. A failure surfaces when the page itself is opened.
 */
export function preloadAddress(address: string): Promise<unknown> | undefined {
  const [path = "/", search] = address.split("?");
  const route = routeAt(path);
  if (!route) return undefined;
  const resource = resourceOf(route, new URLSearchParams(search));
  const page = loadPage(route.view, resource);
  return isResolved(page) ? undefined : page.catch(() => undefined);
}

/**
 * Preloads what is one click away from a URL: lists everywhere, and the screens of the resource that is shown, with what
 * its form refers to. A failure surfaces when the screen itself is opened.
 */
export function preloadNext(path: string, search: string): void {
  const route = routeAt(path);
  if (!route) {
    loadView("list").catch(() => undefined);
    return;
  }
  const resource = resourceOf(route, new URLSearchParams(search));
  for (const view of ["list", "details", "edit", "create"] as const) loadPage(view, resource).catch(() => undefined);
  preloadReferences(resource).catch(() => undefined);
}

async function preloadReferences(resource: string): Promise<void> {
  const { fields } = await describeResource(resource);
  await Promise.all(fields.flatMap(({ reference }) => (reference ? loadResource(reference.resource) : [])));
}

function routeAt(path: string) {
  return routes.find((candidate) => matchPath(candidate.path, path));
}
