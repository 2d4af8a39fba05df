import type { DataRouter } from "react-router";

/** Milliseconds that a click may wait for the code of the page it leads to, so that this is drawn once and not twice. */
const patience = 50;

/** An element's attribute: the state (JSON) that a step over this link has. */
export const stateAttribute = "data-link-state";

/**
 * Takes clicks on plain links (`<a href="#/customer">`) to the router. By themselves they change the address all the
 * same, but the router can neither go back over such a step nor hold somebody who is about to. `prepare` fetches what
 * an address shows; undefined: it is there. Returns the way to stop.
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
 * Tells where a link leads as soon as somebody points at it or has the focus on it, a moment before it is followed.
 * One listener for all links of all pages. Returns the way to stop.
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

/** The link that a click follows within this tab; null when it is none of our business. */
function plainLink({ target, button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): Element | null {
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null;
  return target.closest("a");
}

function addressIn(link: Element | null): string | null {
  const href = link?.getAttribute("href");
  return href?.startsWith("#/") && !link?.hasAttribute("target") ? href.slice(1) : null;
}
