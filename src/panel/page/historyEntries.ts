import { currentAddress } from "../hashAddress.ts";

/** The latest entry of this tab's history: its number, as the router counts them, and its address. */
let number = -1;
let address = "";

/** Notes the current entry, and numbers it if the router did not make it. */
export function noteEntry(): void {
  const { state } = window.history;
  const here = currentAddress();
  if (typeof state?.idx === "number") number = state.idx;
  else {
    // The same address again makes no entry.
    if (here !== address) number += 1;
    window.history.replaceState({ ...state, idx: number }, "");
  }
  address = here;
}

/**
 * Numbers the entries of addresses that are typed, chosen among bookmarks or set by a script. By the numbers the router
 * knows how far the browser has gone: it asks before something is lost, and goes back until it is answered.
 */
export function numberEntries(): () => void {
  noteEntry();
  window.addEventListener("popstate", noteEntry, true);
  return () => window.removeEventListener("popstate", noteEntry, true);
}
