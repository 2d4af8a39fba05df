import type { DataRouter } from "react-router";

/** Attribute with the navigation's state as JSON. */
export const stateAttribute = "data-link-state";

/**
 * Routes clicks on plain links (`<a href="#/customer">`). The browser would follow them too, but then the router could
 * neither go back nor block the navigation. The page begins to load with the click, before anything is rendered. Returns
 * the cleanup function.
 */
export function routePlainLinks(router: DataRouter, preload: (path: string) => void = () => {}): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.defaultPrevented ? null : plainLink(event);
    const path = pathOfLink(link);
    if (path === null) return;
    event.preventDefault();
    preload(path);
    const { pathname, search } = router.state.location;
    const state: unknown = JSON.parse(link?.getAttribute(stateAttribute) ?? "null");
    void router.navigate(path, { replace: path === pathname + search, state });
  };
  document.addEventListener("click", onClick);
  return () => document.removeEventListener("click", onClick);
}

/** The link that a click follows in this tab; null if it is not ours to handle. */
function plainLink({ target, button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): Element | null {
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null;
  return target.closest("a");
}

function pathOfLink(link: Element | null): string | null {
  const href = link?.getAttribute("href");
  return href?.startsWith("#/") && !link?.hasAttribute("target") ? href.slice(1) : null;
}
