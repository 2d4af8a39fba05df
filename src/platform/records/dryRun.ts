import type { Actor } from "../resourceHooks.ts";
import type { PlatformContext } from "./context.ts";
import type { UnitOfWork } from "./unitOfWork/unitOfWork.ts";

/** Runs work whose changes are seen by the work alone: its transaction is rolled back, whatever it returns. */
export async function dryRun<Result>(
  { inTransaction }: Pick<PlatformContext, "inTransaction">,
  actor: Actor,
  run: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  /** Ends a transaction whose changes nobody keeps, with what its work returns. */
  class TakenBack extends Error {
    constructor(readonly result: Result) {
      super("taken back");
    }
  }
  try {
    return await inTransaction(actor, async (unit) => {
      throw new TakenBack(await run(unit));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result;
    throw error;
  }
}
