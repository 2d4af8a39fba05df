import { type PlatformError, validationFailed } from "../../core/errors.ts";
import { fieldError } from "../../core/validate.ts";
import { tables } from "../../generated/tables.gen.ts";
import { errorCode } from "../db/errors.ts";
import { indexName } from "../db/indexName.ts";

/**
 * What the database's own constraints refused, as the error that judging the record gives: two requests with one
 * value at the same time, or a value that a hook took away.
 */
export function fromConstraint(error: unknown): PlatformError | undefined {
  const code = errorCode(error);
  if (code === "23505") return validationFailed([fieldError(pointerTo(lastColumn(error)), "unique")]);
  if (code === "23502") return validationFailed([fieldError(pointerTo(memberOf(error, "column")), "required")]);
  return undefined;
}

/** The value that must be unique is the last of its index; those before it say among which. */
function lastColumn(error: unknown): string | undefined {
  const name = memberOf(error, "constraint");
  const indexes = tables.flatMap((table) => table.indexes);
  return indexes.find((index) => indexName(index.name) === name)?.columns.at(-1);
}

function memberOf(error: unknown, name: "column" | "constraint"): string | undefined {
  const value =
    error instanceof Error && name in error ? (error as { [key in typeof name]?: unknown })[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

function pointerTo(column: string | undefined): string {
  return column === undefined ? "" : `/${column}`;
}
