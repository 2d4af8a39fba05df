import type { PlatformContext } from "./context.ts";
import type { Actor } from "./entityHooks.ts";
import type { OpenWork } from "./work/openWork.ts";

/** Ends a transaction whose changes nobody keeps. */
class TakenBack extends Error {}

/** Runs work whose changes are seen by the work alone: its transaction is rolled back, whatever it returns. */
export async function tryOut<Result>(
  { inTransaction }: Pick<PlatformContext, "inTransaction">,
  actor: Actor,
  run: (work: OpenWork) => Promise<Result>,
): Promise<Result> {
  const results: Result[] = [];
  try {
    await inTransaction(actor, async (work) => {
      results.push(await run(work));
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  const [result] = results.splice(0);
  return result as Result;
}
