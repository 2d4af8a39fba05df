import { lazyPart } from "../../providers/lazyComponent.ts";

/** Both are loaded with their texts where a screen has times of a week. */
export const LazyWeekPicture = lazyPart(() => import("./WeekPicture.tsx"), "WeekPicture", ["week"]);

export const LazyCalendarWeekPicture = lazyPart(() => import("./CalendarWeekPicture.tsx"), "CalendarWeekPicture", [
  "week",
]);
