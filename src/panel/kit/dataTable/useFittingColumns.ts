import { type RefObject, useEffect, useLayoutEffect, useMemo, useReducer, useState } from "react";
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
  const [changes, change] = useReducer((count: number) => count + 1, 0);
  const order = useMemo(() => columns.filter(({ isTitle, isFixed }) => !isTitle && !isFixed).reverse(), [columns]);
  const key = `${resource} ${width} ${columns.map((column) => column.key)}`;
  const count = isChosen ? 0 : (overflowCounts.get(key) ?? 0);

  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const observer = new ResizeObserver(change);
    // The table itself, too: names of other records and rare kinds of values load after its rows.
    for (const element of [box, ...box.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [boxRef]);

  // Before the browser paints: nothing jumps.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may be wider
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box || isChosen || window.innerWidth <= cards) return;
    lastWidth = box.clientWidth;
    if (lastWidth !== width) return setWidth(lastWidth);
    let over = box.scrollWidth - lastWidth;
    let leaving = count;
    while (over > 0 && leaving < order.length) {
      const headerCell = box.querySelector<HTMLElement>(`th[data-source="${order[leaving]?.key}"]`);
      over -= headerCell?.offsetWidth ?? 0;
      leaving += 1;
    }
    if (leaving === count) return;
    overflowCounts.set(key, leaving);
    change();
  }, [boxRef, key, count, changes, isChosen, data]);

  return useMemo(() => {
    const leaves = (column: Column) => order.indexOf(column) >= 0 && order.indexOf(column) < count;
    return { fitting: columns.filter((column) => !leaves(column)), overflow: columns.filter(leaves) };
  }, [columns, order, count]);
}
