import { currentAddress } from "../hashAddress.ts";

const guards = new Set<() => boolean>();

/** Something on the page would be lost by leaving it while `isChanged`. Returns the end of that. */
export function guardAddress(isChanged: () => boolean): () => void {
  guards.add(isChanged);
  return () => guards.delete(isChanged);
}

/**
 * The router cannot hold an address that was typed, chosen among bookmarks or set by a script: the browser has gone there
 * already, by an entry of the history that the router did not make. While something would be lost, that entry is taken
 * back, and the router goes there itself, which asks first.
 */
export function holdTypedAddresses(navigate: (address: string) => void): () => void {
  let typed: string | null = null;
  const onPop = (event: PopStateEvent) => {
    const isOurs = typeof event.state?.idx === "number";
    if (typed !== null) {
      event.stopImmediatePropagation();
      if (!isOurs) return;
      const address = typed;
      typed = null;
      navigate(address);
      return;
    }
    if (isOurs || ![...guards].some((isChanged) => isChanged())) return;
    event.stopImmediatePropagation();
    typed = currentAddress();
    window.history.back();
  };
  window.addEventListener("popstate", onPop, true);
  return () => window.removeEventListener("popstate", onPop, true);
}
