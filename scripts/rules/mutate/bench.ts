import { type Ground, openGround } from "./ground.ts";
import type { Mutant } from "./mutant.ts";
import type { Tried } from "./pool.ts";
import { Spoilt, tryMutant } from "./tryMutant.ts";

/** Records of a world before another database is opened: lists grow, and customers have a limit of subscribers. */
const RECORDS = 8000;

/** Tries one fault after another on the same database, and on another when it is full or spoilt. */
export class Bench {
  #ground: Promise<Ground> | undefined;

  async try(mutant: Mutant): Promise<Tried> {
    const { id } = mutant;
    try {
      return { id, found: await this.#found(mutant) };
    } catch (failure) {
      return { id, found: undefined, failure: failure instanceof Error ? failure.message : String(failure) };
    }
  }

  async close(): Promise<void> {
    const ground = await this.#ground;
    this.#ground = undefined;
    await ground?.close();
  }

  async #found(mutant: Mutant) {
    const ground = await this.#open();
    if (ground.pristine.world.next() > RECORDS) await this.close();
    try {
      return await tryMutant(mutant, await this.#open());
    } catch (failure) {
      if (!(failure instanceof Spoilt)) throw failure;
      // Faults before this one may have left something behind.
      await this.close();
      return tryMutant(mutant, await this.#open());
    }
  }

  #open(): Promise<Ground> {
    this.#ground ??= openGround();
    return this.#ground;
  }
}
