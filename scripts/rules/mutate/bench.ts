import { type Ground, openGround } from "./ground.ts";
import type { Mutant } from "./mutant.ts";
import { Reopened } from "./reopened.ts";
import { openRightsGround, type RightsGround } from "./rightsGround.ts";
import { findRight } from "./rightsPart.ts";
import { type Found, tryMutant } from "./tryMutant.ts";

/** What became of a fault. */
export interface Tried {
  readonly id: string;
  readonly found: Found;
  /** Why it could not be tried. */
  readonly failure?: string;
}

/** Records of a world before another database is opened: long lists take long. */
const RECORDS = 8000;

/** Tries one fault after another on the same databases, and on others when they are full or spoilt. */
export class Bench {
  readonly #ground = new Reopened<Ground>(openGround, ({ pristine }) => pristine.world.next() > RECORDS);
  readonly #rights = new Reopened<RightsGround>(openRightsGround, ({ targets }) => targets.worlds.own.next() > RECORDS);

  async try(mutant: Mutant): Promise<Tried> {
    const { id } = mutant;
    try {
      return { id, found: await this.#found(mutant) };
    } catch (failure) {
      return { id, found: undefined, failure: failure instanceof Error ? failure.message : String(failure) };
    }
  }

  async close(): Promise<void> {
    await this.#ground.close();
    await this.#rights.close();
  }

  async #found(mutant: Mutant): Promise<Found> {
    if (!mutant.fault.widened) return this.#ground.use((ground) => tryMutant(mutant, ground));
    const outcome = await this.#rights.use((ground) => findRight(mutant, ground));
    return outcome && { by: "right", how: outcome.name, outcome };
  }
}
