import { lazyComponent } from "../providers/lazyComponent.ts";
import type { FilterEditor } from "./filter.ts";

/** The input of the kind, as dates, amounts and durations are entered the same way everywhere. Lazy: few are needed. */
export const byInput: FilterEditor = lazyComponent(() => import("./InputFilter.tsx"), "InputFilter");
