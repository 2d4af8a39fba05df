import type { DataRouter } from "react-router";

/** Milliseconds that a click may wait for the page's code, so that it renders once and not twice. */
const patience = 50;

/** Attribute with the navigation's state as JSON. */
export const stateAttribute = "data-link-state";

/**
 * Routes clicks on plain links (`<a href="#/customer">`). The browser would follow them too, but then the router could
 * neither go back nor block the navigation. `prepare` loads what a URL shows; undefined: already loaded. Returns the
 * cleanup function.
 */
export function routePlainLinks(
  router: DataRouter,
  prepare: (address: string) => Promise<unknown> | undefined = () => undefined,
): () => void {
  let latest: string | null = null;
  const onClick = (event: MouseEvent) => {
    const link = event.defaultPrevented ? null : plainLink(event);
    const address = addressIn(link);
    if (address === null) return;
    event.preventDefault();
    latest = address;
    const go = () => {
      if (latest !== address) return;
      latest = null;
      const { pathname, search } = router.state.location;
      const state: unknown = JSON.parse(link?.getAttribute(stateAttribute) ?? "null");
      void router.navigate(address, { replace: address === pathname + search, state });
    };
    const prepared = prepare(address);
    if (prepared) void Promise.race([prepared, new Promise((resolve) => setTimeout(resolve, patience))]).then(go);
    else go();
  };
  document.addEventListener("click", onClick);
  return () => document.removeEventListener("click", onClick);
}

/**
 * Reports a link's target on hover or focus, a moment before it is clicked. A single listener for all links. Returns
 * the cleanup function.
 */
export function announceLinks(announce: (address: string) => unknown): () => void {
  const onApproach = ({ target }: Event) => {
    const address = target instanceof Element ? addressIn(target.closest("a")) : null;
    if (address !== null) announce(address);
  };
  const events = ["pointerover", "focusin"] as const;
  for (const event of events) document.addEventListener(event, onApproach);
  return () => {
    for (const event of events) document.removeEventListener(event, onApproach);
  };
}

/** The link that a click follows in this tab; null if it is not ours to handle. */
function plainLink({ target, button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): Element | null {
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null;
  return target.closest("a");
}

function addressIn(link: Element | null): string | null {
  const href = link?.getAttribute("href");
  return href?.startsWith("#/") && !link?.hasAttribute("target") ? href.slice(1) : null;
}
