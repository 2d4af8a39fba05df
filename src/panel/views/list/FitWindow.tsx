import { useEventCallback } from "@mui/material/utils";
import { type RefObject, useEffect, useRef } from "react";
import type { ListState } from "./useListState.ts";

/** Rows on a page at least, however low the window, and at most, however high. */
const bounds = { least: 5, most: 100 } as const;

/** Pixels on the page, from its top. */
interface Measured {
  /** Height of the window. */
  readonly window: number;
  /** Where the first row begins. */
  readonly top: number;
  /** Height of a row. */
  readonly row: number;
  /** What stands below the rows and has to be in view: sums, pages. */
  readonly below: number;
}

/** How many rows are in view without scrolling. */
export function rowsThatFit({ window: height, top, row, below }: Measured): number {
  const fitting = Math.floor((height - top - below) / Math.max(row, 1));
  return Math.max(bounds.least, Math.min(fitting, bounds.most));
}

interface FitWindowProps {
  readonly list: ListState;
  readonly boxRef: RefObject<HTMLDivElement | null>;
}

/**
 * Gives pages of a list as many rows as the window has room for: once when its rows have loaded, and when the window
 * changes. Not with every page, as rows differ in height.
 */
export function FitWindow({ list, boxRef }: FitWindowProps): null {
  /** Height of the window that pages were last fitted to. */
  const fitted = useRef<number>(undefined);
  const adjust = useEventCallback(() => {
    const measured = boxRef.current && fitted.current !== window.innerHeight && measure(boxRef.current);
    if (!measured) return;
    fitted.current = window.innerHeight;
    const rows = rowsThatFit(measured);
    if (rows !== list.perPage) list.fit(rows);
  });
  useEffect(() => {
    // Rows get their size when the list is shown, which may be after they have loaded.
    const observer = new ResizeObserver(adjust);
    if (boxRef.current) observer.observe(boxRef.current);
    window.addEventListener("resize", adjust);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", adjust);
    };
  }, [adjust, boxRef]);
  return null;
}

/** Null: there are no rows to measure. */
function measure(box: HTMLElement): Measured | null {
  const rows = [...box.querySelectorAll<HTMLElement>("tbody > tr[data-id]")];
  const heights = rows.map((row) => row.getBoundingClientRect().height).filter((height) => height > 0);
  const [first] = rows;
  const list = box.closest(".list");
  if (!first || !list || heights.length === 0) return null;
  return {
    window: window.innerHeight,
    top: first.getBoundingClientRect().top + window.scrollY,
    row: Math.min(...heights),
    below: list.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom,
  };
}
