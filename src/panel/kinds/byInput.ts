import { loadedLate } from "../providers/later.ts";
import type { FilterEditor } from "./filter.ts";

/** The input of the kind, as dates, amounts and durations are entered the same way everywhere. Lazy: few are needed. */
export const byInput: FilterEditor = loadedLate(() => import("./InputFilter.tsx"), "InputFilter");
