import { buildPlatform } from "../../../src/platform/app.ts";
import { TEST_RESELLER } from "../../../tests/support/accounts.ts";
import { logInAsOwner } from "../../../tests/support/owner.ts";
import { openPrepared } from "../../../tests/support/prepared.ts";
import { World } from "../../../tests/support/world.ts";
import { requestsOf } from "../verify/embedded.ts";
import type { ApiTarget } from "../verify/target.ts";
import type { Modules } from "./plant.ts";

/** A platform with a fault, on the database of the untouched one. */
export interface Planted {
  readonly target: ApiTarget;
  readonly close: () => Promise<void>;
}

/** A database in memory, where platforms with a fault run beside one without. */
export interface Ground {
  /** The untouched platform. Whatever a case needs is made through it. */
  readonly pristine: ApiTarget;
  readonly plant: (modules: Modules) => Promise<Planted>;
  readonly close: () => Promise<void>;
}

export async function openGround(): Promise<Ground> {
  const database = await openPrepared("accounts");
  const settings = { logLevel: "silent", publicRequests: 1_000_000 } as const;
  const app = await buildPlatform({ database, settings });
  const owner = await logInAsOwner(app);
  const world = new World(owner, TEST_RESELLER);
  return {
    pristine: { requests: requestsOf(owner), world },
    plant: async (modules) => {
      const planted = await buildPlatform({ database, settings, resources: modules });
      return {
        target: { requests: requestsOf(owner.at(planted)), world },
        close: () => planted.close(),
      };
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
