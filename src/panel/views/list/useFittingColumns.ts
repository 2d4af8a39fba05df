import { type RefObject, useEffect, useLayoutEffect, useMemo, useReducer, useState } from "react";
import type { PanelRecord } from "../../providers/rest.ts";
import { columnDigits } from "./columns.ts";
import type { RowParts } from "./ListRow.tsx";

interface FittingOptions {
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
 * The parts of a list's rows with the columns that fit into it, which then needs no scrolling sideways; and the other
 * columns. The last ones leave first, as schemas begin with what identifies a record; its name and its status stay. They
 * only return to a wider list, not from page to page.
 */
export function useFittingColumns(boxRef: RefObject<HTMLElement | null>, parts: RowParts, options: FittingOptions) {
  const { columns } = parts;
  const { name, remove, hiddenWhen } = parts.descriptor;
  const { isChosen, data } = options;
  const status = remove.by === "status" ? remove.field : hiddenWhen?.field;
  const [width, setWidth] = useState(lastWidth);
  const [changes, change] = useReducer((count: number) => count + 1, 0);
  const order = useMemo(
    () => columns.filter(({ isTitle, source }) => !isTitle && source !== status).reverse(),
    [columns, status],
  );
  const key = `${name} ${width} ${columns.map(({ source }) => source)}`;
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
      const headerCell = box.querySelector<HTMLElement>(`th[data-source="${order[leaving]?.source}"]`);
      over -= headerCell?.offsetWidth ?? 0;
      leaving += 1;
    }
    if (leaving === count) return;
    overflowCounts.set(key, leaving);
    change();
  }, [boxRef, key, count, changes, isChosen, data]);

  const overflow = useMemo(
    () => columns.filter((column) => order.indexOf(column) >= 0 && order.indexOf(column) < count),
    [columns, order, count],
  );
  // As a text, which is the same while the rows need the same.
  const digits = columnDigits(columns, data ?? []).join(" ");
  return useMemo(() => {
    const counts = digits.split(" ");
    const fitting = columns.flatMap((column, index) => {
      if (overflow.includes(column)) return [];
      return counts[index] ? { ...column, digits: Number(counts[index]) } : column;
    });
    return { parts: { ...parts, columns: fitting }, overflow };
  }, [parts, columns, digits, overflow]);
}
