import type { DeletedPreference, HookContext } from "../../resourceHooks.ts";
import type { Plans } from "../plan/resourcePlan.ts";
import type { ProgressCounter } from "./progress.ts";

/** The unit of work of one transaction, for generic operations. */
export interface UnitOfWork extends HookContext {
  readonly plans: Plans;
  /** Number of rows to process and of those done, for progress displays. */
  readonly progress: ProgressCounter;
  /** Entries whose values are put back, by resource and id of their record ("customers 7"). */
  readonly restores: Map<string, number>;
  /** Preferences that were deleted with a record, by resource and id. */
  readonly deletedPreferences: ReadonlyMap<string, readonly DeletedPreference[]>;
  /** Resources written so far. */
  readonly written: ReadonlySet<string>;
  noteWrite(resource: string): void;
  /** False if the row is already being erased. */
  startErasing(table: string, id: number): boolean;
  isErasing(table: string, id: number): boolean;
  /** Begins the next of several requests that share the transaction: its journal entries have a unit of their own. */
  beginChangeSet(): void;
}
