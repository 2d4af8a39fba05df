import { loadedLate } from "../../providers/later.ts";
import type { Cells } from "../cell.ts";

/** Rare, so first lists do not wait for it. */
const FileCell = loadedLate(() => import("./Cell.tsx"), "FileCell", ["forms"]);

export const cells = { file: { Cell: FileCell } } satisfies Cells;
