import { type Query, useIsFetching } from "@tanstack/react-query";
import { use, useEffect } from "react";
import { matchPath, useLocation } from "react-router";
import { routes } from "../../generated/routes.gen.ts";
import { resourceOf, type View } from "../navigation/paths.ts";
import { reportFirstPage } from "../providers/firstPage.ts";
import { addTexts } from "../providers/i18nProvider.ts";
import { describeResource, loadResource, toUsable } from "../providers/resources.ts";
import { customScreens, loadCells, loadOverride, loadTabs, type ScreenComponent } from "../resources/customParts.ts";

/** Each view is a chunk of its own, with the texts it needs. */
const views: Readonly<Record<View, () => Promise<ScreenComponent>>> = {
  list: async () => (await import("../views/ListView.tsx")).ListView,
  create: async () => (await import("../views/CreateView.tsx")).CreateView,
  edit: async () => (await import("../views/EditView.tsx")).EditView,
  details: async () => (await import("../views/ShowView.tsx")).ShowView,
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

/** Pages by the loader of a custom screen, or by a generic view and its resource. */
const loading = new Map<unknown, Promise<ScreenComponent>>();

const loadTexts = (view: View) => Promise.all(textsOfView[view].map(addTexts));

/** A resource's view; suspends while loading, and renders a loaded one at once. */
export function useView(view: View, resource: string): ScreenComponent {
  return use(loadPage(view, resource));
}

/** A view with its texts and its resource, fetched concurrently. A stable promise, so that `use` can read it. */
function loadPage(view: View, resource: string): Promise<ScreenComponent> {
  const key = customScreens.get(`${resource} ${view}`) ?? `${view} ${resource}`;
  const cached = loading.get(key);
  if (cached) return cached;
  const promise = toUsable(fetchPage(view, resource));
  promise.catch(() => loading.delete(key));
  loading.set(key, promise);
  return promise;
}

async function fetchPage(view: View, resource: string): Promise<ScreenComponent> {
  const loadCustom = customScreens.get(`${resource} ${view}`);
  const [component] = await Promise.all([
    loadCustom ? loadCustom() : views[view](),
    loadTexts(view),
    loadResource(resource),
    loadCells(resource),
    ...(forms.includes(view) ? [loadOverride(resource)] : []),
    ...(view === "details" ? [loadTabs()] : []),
  ]);
  return component;
}

/** Preloads the page at a URL. A failure surfaces when the page itself is opened. */
export function preloadPage(url: string): void {
  const [path = "/", search] = url.split("?");
  const route = routeAt(path);
  if (route) loadPage(route.view, resourceOf(route, new URLSearchParams(search))).catch(() => undefined);
}

/**
 * Preloads what is one click away from a URL: lists everywhere, and the screens of the resource that is shown, with what
 * its form refers to. A failure surfaces when the screen itself is opened.
 */
function preloadNext(path: string, search: string): void {
  const route = routeAt(path);
  if (!route) {
    Promise.all([views.list(), loadTexts("list")]).catch(() => undefined);
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

/** Milliseconds for freshly fetched data to render. */
const RENDER_PAUSE_MS = 100;

/** Queries that wait for the first page are no part of it. */
const isOfPage = ({ meta }: Pick<Query, "meta">) => !meta?.isLater;

/** Preloads the likely next screens once the page has rendered with its data. */
export function usePreloading(): void {
  const { pathname, search } = useLocation();
  const isQuiet = useIsFetching({ predicate: isOfPage }) === 0;
  useEffect(() => {
    if (!isQuiet) return;
    const timer = setTimeout(() => {
      reportFirstPage();
      preloadNext(pathname, search);
    }, RENDER_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isQuiet, pathname, search]);
}
