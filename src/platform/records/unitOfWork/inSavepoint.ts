import { sql } from "kysely";
import { PlatformError } from "../../../core/validation/errors.ts";
import { fromConstraint } from "./constraints.ts";
import type { UnitOfWork } from "./unitOfWork.ts";

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
