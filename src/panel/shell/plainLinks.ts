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

/** Where a click leads within this tab; null when it is none of our business. */
function plainAddress({ target, button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): string | null {
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null;
  const link = target.closest("a");
  const href = link?.getAttribute("href");
  return href?.startsWith("#/") && !link?.target ? href.slice(1) : null;
}
