import { useEventCallback } from "@mui/material/utils";
import { useEffect, useRef } from "react";
import { useListContext } from "react-admin";
import { useListParts } from "./ListBase.tsx";

/** Rows on a page at least, however low the window, and at most, however high. */
const bounds = { least: 5, most: 100 } as const;

/** Pixels on the page, from its top. */
interface PageMeasures {
  /** Height of the window. */
  readonly window: number;
  /** Offset of the first row. */
  readonly top: number;
  /** Height of a row. */
  readonly row: number;
  /** Height below the rows that has to be in view: sums, pages. */
  readonly below: number;
}

/** Returns how many rows are in view without scrolling. */
export function rowsThatFit({ window: height, top, row, below }: PageMeasures): number {
  const fitting = Math.floor((height - top - below) / Math.max(row, 1));
  return Math.max(bounds.least, Math.min(fitting, bounds.most));
}

/**
 * Gives pages of a list as many rows as the window has room for: once it is shown, and when the window or what stands
 * above the list changes. Not with every page, as rows differ in height.
 */
export function RowsPerWindow(): null {
  const { fitPages, boxRef } = useListParts("RowsPerWindow");
  const { data, perPage } = useListContext();
  /** Height of the window and place of the list that pages were last fitted to. */
  const fitted = useRef("");
  const adjust = useEventCallback(() => {
    const offset = boxRef.current && offsetOf(boxRef.current);
    const measured = boxRef.current && fitted.current !== offset && measure(boxRef.current);
    if (!measured) return;
    fitted.current = offset ?? "";
    const rows = rowsThatFit(measured);
    if (rows !== perPage) fitPages(rows);
  });
  const hasRows = data !== undefined;
  useEffect(() => {
    if (!hasRows) return;
    // The list may be as high without rows as with them, which the observer does not see. Not within React's work, as
    // the router renders another size at once.
    const frame = requestAnimationFrame(adjust);
    return () => cancelAnimationFrame(frame);
  }, [adjust, hasRows]);
  useEffect(() => {
    // Rows get their size when the list is shown, and what stands above the list may load later than its rows.
    const observer = new ResizeObserver(adjust);
    observer.observe(document.body);
    if (boxRef.current) observer.observe(boxRef.current);
    window.addEventListener("resize", adjust);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", adjust);
    };
  }, [adjust, boxRef]);
  return null;
}

/**
 * Returns what the size of a page depends on: the window's height and the list's offset, not that of its rows, since
 * the actions of a selection come between.
 */
function offsetOf(box: HTMLElement): string {
  const top = box.closest("section")?.getBoundingClientRect().top ?? 0;
  return `${window.innerHeight} ${Math.round(top + window.scrollY)}`;
}

/** Null: there are no rows to measure. */
function measure(box: HTMLElement): PageMeasures | null {
  const rows = [...box.querySelectorAll<HTMLElement>("tbody > tr[data-id]")];
  const heights = rows.map((row) => row.getBoundingClientRect().height).filter((height) => height > 0);
  const [first] = rows;
  const list = box.closest("section");
  if (!first || !list || heights.length === 0) return null;
  return {
    window: window.innerHeight,
    top: first.getBoundingClientRect().top + window.scrollY,
    row: Math.min(...heights),
    below: list.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom,
  };
}
