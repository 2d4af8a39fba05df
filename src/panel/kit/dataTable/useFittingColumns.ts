import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useReducer, useState } from "react";
import { flushSync } from "react-dom";
import type { PanelRecord } from "../../providers/rest.ts";
import type { Column } from "./columns.tsx";

interface FittingOptions {
  /** Lists of a resource have the same columns. */
  readonly resource: string;
  /** The user chose the columns: all of them stay, and the table scrolls. */
  readonly isChosen: boolean;
  /** Other rows may be wider. */
  readonly data: readonly PanelRecord[] | undefined;
}

/** Up to this width of the window rows are cards (cards.css). */
const cards = 640;

/** Number of columns that left a list when last shown at a width: the next visit starts with it. */
const overflowCounts = new Map<string, number>();
/** Width of the last list in pixels: most have the same. */
let lastWidth = 0;

/**
 * The columns that fit into a list, which then needs no scrolling sideways; and the others. The last ones leave first,
 * as lists begin with what identifies a record; its title stays, and what is fixed. They only return to a wider list,
 * not from page to page.
 */
export function useFittingColumns(
  boxRef: RefObject<HTMLElement | null>,
  columns: readonly Column[],
  { resource, isChosen, data }: FittingOptions,
) {
  const [width, setWidth] = useState(lastWidth);
  const [, change] = useReducer((count: number) => count + 1, 0);
  const order = useMemo(() => columns.filter(({ isTitle, isFixed }) => !isTitle && !isFixed).reverse(), [columns]);
  const key = `${resource} ${width} ${columns.map((column) => column.key)}`;
  const count = isChosen ? 0 : (overflowCounts.get(key) ?? 0);

  /** Whether the columns have changed, and are to be measured again. */
  const measure = useEffectEvent((): boolean => {
    const box = boxRef.current;
    if (!box || isChosen || window.innerWidth <= cards) return false;
    lastWidth = box.clientWidth;
    if (lastWidth !== width) {
      flushSync(() => setWidth(lastWidth));
      return true;
    }
    let over = box.scrollWidth - lastWidth;
    let leaving = count;
    while (over > 0 && leaving < order.length) {
      const headerCell = box.querySelector<HTMLElement>(`th[data-source="${order[leaving]?.key}"]`);
      over -= headerCell?.offsetWidth ?? 0;
      leaving += 1;
    }
    if (leaving === count) return false;
    overflowCounts.set(key, leaving);
    flushSync(change);
    return true;
  });

  // In the next frame, before the browser paints it: nothing jumps. React's own work does not wait for a layout, and
  // neither does the request that follows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may be wider
  useLayoutEffect(() => inNextFrame(() => measure()), [key, count, isChosen, data]);

  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    let stop = () => {};
    const observer = new ResizeObserver(() => {
      stop();
      stop = inNextFrame(() => measure());
    });
    // The table itself, too: names of other records and rare kinds of values load after its rows.
    for (const element of [box, ...box.children]) observer.observe(element);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [boxRef]);

  return useMemo(() => {
    const leaves = (column: Column) => order.indexOf(column) >= 0 && order.indexOf(column) < count;
    return { fitting: columns.filter((column) => !leaves(column)), overflow: columns.filter(leaves) };
  }, [columns, order, count]);
}

/** Repeats in the next frame what says that there is more to do; returns what calls that off. */
function inNextFrame(work: () => boolean): () => void {
  const frame = requestAnimationFrame(() => {
    while (work());
  });
  return () => cancelAnimationFrame(frame);
}
