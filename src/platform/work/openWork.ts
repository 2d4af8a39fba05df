import type { Work } from "../entityHooks.ts";
import type { Plans } from "../plan/resourcePlan.ts";
import type { Tally } from "./progress.ts";

/** The unit of work of one transaction, for generic operations. */
export interface OpenWork extends Work {
  readonly plans: Plans;
  /** Number of rows to process and of those done, for progress displays. */
  readonly tally: Tally;
  /** Resources written so far. */
  readonly written: ReadonlySet<string>;
  noteWrite(resource: string): void;
  /** False if the row is already being erased. */
  startErasing(table: string, id: number): boolean;
  isErasing(table: string, id: number): boolean;
}
