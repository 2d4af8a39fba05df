import { later } from "../../providers/later.ts";

/** Loaded with its texts where a screen has times of a week. */
export const LazyWeekPicture = later(() => import("./WeekPicture.tsx"), "WeekPicture", ["week"]);
