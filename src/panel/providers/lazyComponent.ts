import { type ComponentType, createElement, type FunctionComponent, lazy, type ReactNode, Suspense } from "react";
import { waitForFirstPage } from "./firstPage.ts";
import { addTexts } from "./i18nProvider.ts";
import { loadResource } from "./resources.ts";

type PropsOf<Part> = Part extends ComponentType<infer Props extends object> ? Props : never;

/**
 * A component of a file that is loaded when it is first shown, with its texts and the resources whose fields or texts it
 * names; what is around it waits for all of them.
 */
export function lazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  texts: readonly string[] = [],
  resources: readonly string[] = [],
): FunctionComponent<PropsOf<Module[Name]>> {
  return lazy(async () => {
    const [module] = await Promise.all([load(), ...texts.map(addTexts), ...resources.map(loadResource)]);
    // The name is that of one of its components.
    return { default: module[name] as ComponentType<PropsOf<Module[Name]>> };
  });
}

/** A component that is loaded late while the rest of the page does not wait: `fallback` is shown in its place. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  texts?: readonly string[],
  fallback?: ReactNode,
): FunctionComponent<PropsOf<Module[Name]>> {
  const Part = lazyComponent(load, name, texts);
  return (props) => createElement(Suspense, { fallback }, createElement<PropsOf<Module[Name]>>(Part, props));
}

/** A component that the page works without: loaded once the first page stands, and absent if that fails. */
export function lazyOptionalPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  texts: readonly string[] = [],
): FunctionComponent<PropsOf<Module[Name]>> {
  const loadAll = async () => {
    await waitForFirstPage();
    return (await Promise.all([load(), ...texts.map(addTexts)]))[0];
  };
  // A module that did not load is only asked for this component.
  return lazyPart(() => loadAll().catch(() => ({ [name]: () => null }) as Module), name);
}
