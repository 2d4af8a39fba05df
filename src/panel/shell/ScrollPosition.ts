import { useEffect, useRef } from "react";
import { type Location, type NavigationType, useLocation, useNavigationType } from "react-router";
import { type Position, positionOfEntry, positionOfPath, scrolledPart } from "./visited.ts";
import { isReturn } from "./wayBack.ts";

/** A page that takes longer than this to fill is read from its top. */
const patienceMs = 5_000;
/** What people do who want to be somewhere else. */
const signs = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * A new page begins at its top; one that somebody returns to, where it was left, once it is long enough for that. A
 * component, so that no other one is drawn again for it.
 */
export function ScrollPosition(): null {
  const location = useLocation();
  const action = useNavigationType();
  const shown = useRef(location.pathname);
  const giveUp = useRef(() => {});
  useEffect(() => {
    const isSamePage = shown.current === location.pathname;
    shown.current = location.pathname;
    // A list that only writes its state into its address is still the page one came back to.
    if (isSamePage && action === "REPLACE") return;
    giveUp.current();
    const position = positionToReturnTo(location, action);
    if (!isSamePage) window.scrollTo(0, 0);
    if (position && position.page + position.part > 0) giveUp.current = scrollOnceThere(position);
  }, [location, action]);
  useEffect(() => () => giveUp.current(), []);
  return null;
}

function positionToReturnTo(location: Location, action: NavigationType): Position | undefined {
  if (action === "POP") return positionOfEntry(location);
  return isReturn(location.state) ? positionOfPath(location.pathname) : undefined;
}

/** Scrolls when the page is long enough, unless the person has begun to scroll by then. Returns the way to give up. */
function scrollOnceThere(position: Position): () => void {
  const until = performance.now() + patienceMs;
  let frame = 0;
  const giveUp = () => {
    cancelAnimationFrame(frame);
    for (const sign of signs) window.removeEventListener(sign, giveUp);
  };
  const attempt = () => {
    if (scrollTo(position) || performance.now() > until) giveUp();
    else frame = requestAnimationFrame(attempt);
  };
  for (const sign of signs) window.addEventListener(sign, giveUp, { passive: true });
  attempt();
  return giveUp;
}

/** False while the page is not long enough yet. */
function scrollTo({ page, part }: Position): boolean {
  const root = document.documentElement;
  const inner = scrolledPart();
  if (part > 0 && (!inner || inner.scrollHeight - inner.clientHeight < part)) return false;
  if (root.scrollHeight - window.innerHeight < page) return false;
  if (inner) inner.scrollTop = part;
  window.scrollTo(0, page);
  return true;
}
