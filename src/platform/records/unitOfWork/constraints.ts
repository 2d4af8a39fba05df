import { sql } from "kysely";
import {
  type FieldError,
  fieldError,
  inUse,
  PlatformError,
  validationFailed,
} from "../../../core/validation/errors.ts";
import { storage, tables } from "../../../generated/tables.gen.ts";
import { errorCode } from "../../db/errors.ts";
import { indexName } from "../../db/indexName.ts";
import { foreignKeysOf } from "../../db/referenceChanges.ts";
import type { UnitOfWork } from "./unitOfWork.ts";

/**
 * Converts violated constraints of the database to the errors of validation. Causes are concurrent requests with the
 * same value, and values or records that a hook has removed.
 */
export function fromConstraint(error: unknown): PlatformError | undefined {
  const code = errorCode(error);
  if (code === "23505") return validationFailed([fromIndex(error)]);
  if (code === "23503") return fromReference(error);
  if (code === "23502") return validationFailed([fieldError(pointerTo(memberOf(error, "column")), "required")]);
  return undefined;
}

/** A reference to a missing record, or the deletion of a referenced one; the error names the key. */
function fromReference(error: unknown): PlatformError | undefined {
  const name = memberOf(error, "constraint");
  const key = tables.flatMap(foreignKeysOf).find((foreignKey) => foreignKey.name === name);
  if (!key) return undefined;
  const [from, target] = [resourceIn(key.from), resourceIn(key.table)];
  return memberOf(error, "detail")?.includes("(id)=")
    ? inUse(target, from, 1)
    : validationFailed([fieldError(pointerTo(key.column), "reference", { resource: target })]);
}

/** The resource with the name of the table, or otherwise the first one in it. */
function resourceIn(table: string): string {
  return table in storage ? table : (Object.keys(storage).find((name) => storage[name]?.name === table) ?? table);
}

/** The unique value is the last column of its index; those before it define the scope. */
function fromIndex(error: unknown): FieldError {
  const name = memberOf(error, "constraint");
  const indexes = tables.flatMap((table) => table.indexes);
  const index = indexes.find((candidate) => indexName(candidate.name) === name);
  return duplicateError({ nullsNotDistinct: index?.nullsNotDistinct }, pointerTo(index?.columns.at(-1)));
}

function memberOf(error: unknown, name: "column" | "constraint" | "detail"): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { [name]: value }: Error & { readonly [Name in typeof name]?: unknown } = error;
  return typeof value === "string" ? value : undefined;
}

function pointerTo(column: string | undefined): string {
  return column === undefined ? "" : `/${column}`;
}

/** Runs a part of a transaction; if it is refused, that part leaves nothing, and the refusal is returned. */
export async function inSavepoint({ db }: UnitOfWork, run: () => Promise<void>): Promise<PlatformError | undefined> {
  await sql`savepoint pb_part`.execute(db);
  try {
    await run();
    await sql`release savepoint pb_part`.execute(db);
    return undefined;
  } catch (error) {
    const platformError = error instanceof PlatformError ? error : fromConstraint(error);
    if (!platformError || platformError.status >= 500) throw error;
    await sql`rollback to savepoint pb_part`.execute(db);
    await sql`release savepoint pb_part`.execute(db);
    return platformError;
  }
}

/** The error about a value that another record has. */
export function duplicateError(
  { nullsNotDistinct }: { readonly nullsNotDistinct?: true | undefined },
  pointer: string,
): FieldError {
  return fieldError(pointer, nullsNotDistinct ? "uniqueTogether" : "unique");
}
