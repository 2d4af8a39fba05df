import { lazyComponent } from "../../providers/lazyComponent.ts";
import type { Cells } from "../cell.ts";

/** Rare, so first lists do not wait for it. */
const FileCell = lazyComponent(() => import("./Cell.tsx"), "FileCell", ["forms"]);

export const cells = { file: { Cell: FileCell } } satisfies Cells;
