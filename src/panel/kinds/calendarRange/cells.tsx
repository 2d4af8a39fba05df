import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { Cells } from "../cell.ts";

/** Rare, so first lists do not wait for it. */
const CalendarRangeCell = lazyComponent(() => import("./Cell.tsx"), "CalendarRangeCell");

export const cells = { calendarRange: { Cell: CalendarRangeCell } } satisfies Cells;
