import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { Filters } from "../filter.ts";

/** Lazy, as pickers are large: most users filter by status and text. */
const ReferenceFilter = lazyComponent(() => import("./ReferencePicker.tsx"), "ReferenceFilter");

export const filters = { reference: ReferenceFilter, references: ReferenceFilter } satisfies Filters;
