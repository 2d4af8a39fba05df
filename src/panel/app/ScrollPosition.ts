import { useEffect, useRef } from "react";
import { type Location, type NavigationType, useLocation, useNavigationType } from "react-router";
import { isReturn, type Position, positionOfEntry, positionOfPath, scrolledPart } from "../navigation/visitHistory.ts";

/** After this time a page that is still too short stays at its top. */
const timeoutMs = 5_000;
/** Input that cancels the restoration. */
const cancellingEvents = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * Scrolls new pages to the top, and restores the position of pages that the user returns to, once they are long enough.
 * A component of its own, so that navigation does not rerender others.
 */
export function ScrollPosition(): null {
  const location = useLocation();
  const action = useNavigationType();
  const shownPath = useRef(location.pathname);
  const cancel = useRef(() => {});
  useEffect(() => {
    const isSamePage = shownPath.current === location.pathname;
    shownPath.current = location.pathname;
    // A list that writes its state into the URL is still the same page.
    if (isSamePage && action === "REPLACE") return;
    cancel.current();
    const position = positionToReturnTo(location, action);
    if (!isSamePage) window.scrollTo(0, 0);
    if (position && position.page + position.part > 0) cancel.current = scrollOnceLongEnough(position);
  }, [location, action]);
  useEffect(() => () => cancel.current(), []);
  return null;
}

function positionToReturnTo(location: Location, action: NavigationType): Position | undefined {
  if (action === "POP") return positionOfEntry(location);
  return isReturn(location.state) ? positionOfPath(location.pathname) : undefined;
}

/** Scrolls as soon as the page is long enough, unless the user scrolls first. Returns the cancel function. */
function scrollOnceLongEnough(position: Position): () => void {
  const until = performance.now() + timeoutMs;
  let frame = 0;
  const cancel = () => {
    cancelAnimationFrame(frame);
    for (const event of cancellingEvents) window.removeEventListener(event, cancel);
  };
  const attempt = () => {
    if (scrollTo(position) || performance.now() > until) cancel();
    else frame = requestAnimationFrame(attempt);
  };
  for (const event of cancellingEvents) window.addEventListener(event, cancel, { passive: true });
  attempt();
  return cancel;
}

/** False while the page is too short. */
function scrollTo({ page, part }: Position): boolean {
  const root = document.documentElement;
  const inner = scrolledPart();
  if (part > 0 && (!inner || inner.scrollHeight - inner.clientHeight < part)) return false;
  if (root.scrollHeight - window.innerHeight < page) return false;
  if (inner) inner.scrollTop = part;
  window.scrollTo(0, page);
  return true;
}
