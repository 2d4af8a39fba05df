import type { FieldError } from "../../validation/errors.ts";
import type { SectionName } from "./provisioningSections.ts";

export interface LineReport {
  /** In the file, from 1. */
  readonly line: number;
  readonly status: "created" | "good" | "failed";
  readonly errors: readonly (FieldError & { readonly message?: string })[];
  /** Ids of the records that it made, by section. */
  readonly created: Partial<Record<SectionName, readonly number[]>>;
}

export interface RunReport {
  readonly is_dry_run: boolean;
  readonly is_stored: boolean;
  /** Lines that were made and stored. */
  readonly created: number;
  /** Lines without errors. */
  readonly good: number;
  readonly failed: number;
  /** Null: nothing is kept that could be undone. */
  readonly run_id: number | null;
  /** Those with errors first choice, 10,000 at most, in the file's order. */
  readonly lines: readonly LineReport[];
}

/** A run as the list of a template has it. */
export interface KeptRun {
  readonly id: number;
  readonly source: "form" | "csv";
  readonly username: string;
  readonly started: string;
  readonly created: number;
  readonly failed: number;
  /** False: it was stopped, or runs still. */
  readonly is_complete: boolean;
  readonly undone: string | null;
  readonly undone_by: string | null;
}
