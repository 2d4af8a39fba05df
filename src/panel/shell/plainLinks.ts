import type { DataRouter } from "react-router";

/**
 * Takes clicks on plain links (`<a href="#/customer">`) to the router. By themselves they change the address all the
 * same, but the router can neither go back over such a step nor hold somebody who is about to. Returns the way to stop.
 */
export function routePlainLinks(router: DataRouter): () => void {
  const onClick = (event: MouseEvent) => {
    const address = event.defaultPrevented ? null : plainAddress(event);
    if (address === null) return;
    event.preventDefault();
    const { pathname, search } = router.state.location;
    void router.navigate(address, { replace: address === pathname + search });
  };
  document.addEventListener("click", onClick);
  return () => document.removeEventListener("click", onClick);
}

/**
 * Tells where a link leads as soon as somebody points at it or has the focus on it, a moment before it is followed.
 * One listener for all links of all pages. Returns the way to stop.
 */
export function announceLinks(announce: (address: string) => void): () => void {
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

/** Where a click leads within this tab; null when it is none of our business. */
function plainAddress({ target, button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): string | null {
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null;
  return addressIn(target.closest("a"));
}

function addressIn(link: Element | null): string | null {
  const href = link?.getAttribute("href");
  return href?.startsWith("#/") && !link?.hasAttribute("target") ? href.slice(1) : null;
}
