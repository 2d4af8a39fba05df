import type { RawBuilder } from "kysely";
import type { PasswordPolicy } from "../../core/password.ts";
import type { Reading } from "../entityHooks.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import type { OpenWork } from "../work/openWork.ts";
import type { CsvShape } from "./csvShape.ts";

/** A file and what is to happen with it. */
export interface CsvTask {
  readonly plan: ResourcePlan;
  readonly plans: Plans;
  readonly policy: PasswordPolicy;
  readonly shape: CsvShape;
  readonly text: string;
  /** Whose the records are, where the shape has an owner. */
  readonly ownerId?: number | undefined;
  readonly isPurging: boolean;
  readonly reading: Reading;
  /** The transaction that stores; absent: the file is only checked. */
  readonly work?: OpenWork | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly lines: number; readonly share: number }) => void;
}

/** Rows of a resource that the purge of a check would have taken away: undefined where there is none. */
export type GoneIn = (plan: ResourcePlan) => RawBuilder<boolean> | undefined;
