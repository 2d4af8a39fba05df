import { later } from "../../providers/later.ts";

/** Both are loaded with their texts where a screen has times of a week. */
export const LazyWeekPicture = later(() => import("./WeekPicture.tsx"), "WeekPicture", ["week"]);

export const LazyCalendarWeekPicture = later(() => import("./CalendarWeekPicture.tsx"), "CalendarWeekPicture", [
  "week",
]);
