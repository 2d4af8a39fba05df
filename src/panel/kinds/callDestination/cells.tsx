import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { Cells } from "../cell.ts";

/** Rare, so first lists do not wait for it. */
const CallDestinationCell = lazyComponent(() => import("./Cell.tsx"), "CallDestinationCell", ["destinations"]);

export const cells = { callDestination: { Cell: CallDestinationCell } } satisfies Cells;
