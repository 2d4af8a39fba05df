import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
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
  readonly context: ReadContext;
  /** The transaction to store in; absent: a dry run. */
  readonly unit?: UnitOfWork | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly lines: number; readonly share: number }) => void;
}
