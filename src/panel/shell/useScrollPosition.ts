import { useEffect, useRef } from "react";
import { type Location, type NavigationType, useLocation, useNavigationType } from "react-router";
import { positionOfEntry, positionOfPath } from "./visited.ts";
import { isReturn } from "./wayBack.ts";

/** A page that takes longer than this to fill is read from its top. */
const patienceMs = 5_000;

/** A new page begins at its top; one that somebody returns to, where it was left, once it is long enough for that. */
export function useScrollPosition(): void {
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
    if (position > 0) giveUp.current = scrollOnceThere(position);
    else if (!isSamePage) window.scrollTo(0, 0);
  }, [location, action]);
  useEffect(() => () => giveUp.current(), []);
}

function positionToReturnTo(location: Location, action: NavigationType): number {
  if (action === "POP") return positionOfEntry(location);
  return isReturn(location.state) ? positionOfPath(location.pathname) : 0;
}

/** Scrolls when the page is high enough, unless the person has begun to scroll by then. Returns the way to give up. */
function scrollOnceThere(position: number): () => void {
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    if (root.scrollHeight - window.innerHeight < position) return;
    giveUp();
    window.scrollTo(0, position);
  });
  const timer = setTimeout(() => giveUp(), patienceMs);
  const signs = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
  const giveUp = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const sign of signs) window.removeEventListener(sign, giveUp);
  };
  for (const sign of signs) window.addEventListener(sign, giveUp, { passive: true });
  observer.observe(document.body);
  return giveUp;
}
