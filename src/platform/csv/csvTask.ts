import type { PasswordPolicy } from "../../core/password.ts";
import type { Reading } from "../entityHooks.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import type { OpenWork } from "../work/openWork.ts";
import type { CsvShape } from "./csvShape.ts";

/** A file and what to do with it. */
export interface CsvTask {
  readonly plan: ResourcePlan;
  readonly plans: Plans;
  readonly policy: PasswordPolicy;
  readonly shape: CsvShape;
  readonly text: string;
  /** The owner of the records, if the shape has one. */
  readonly ownerId?: number | undefined;
  readonly isPurging: boolean;
  readonly reading: Reading;
  /** The transaction to store in; absent: a dry run. */
  readonly work?: OpenWork | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly lines: number; readonly share: number }) => void;
}
