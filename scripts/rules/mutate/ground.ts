import { buildPlatform } from "../../../src/platform/app.ts";
import { ACCOUNTS, accountOf } from "../../../tests/support/accounts.ts";
import { Api } from "../../../tests/support/api.ts";
import { logInAsOwner } from "../../../tests/support/owner.ts";
import { TEST_RESELLER } from "../../../tests/support/platform.ts";
import { openPrepared } from "../../../tests/support/prepared.ts";
import { World } from "../../../tests/support/world.ts";
import { requestsOf } from "../verify/embedded.ts";
import type { ApiTarget } from "../verify/target.ts";
import type { Modules } from "./plant.ts";

/** A platform with a fault, on the database of the untouched one. */
export interface Planted {
  readonly target: ApiTarget;
  /** Requests as the account of a role. */
  readonly as: (role: string) => Promise<Api>;
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
  const accounts = new Map<string, Promise<Api>>();
  const logIn = (role: string) => {
    const { login, password } = accountOf(role);
    const known = accounts.get(role) ?? Api.login(app, login, password);
    accounts.set(role, known);
    return known;
  };
  return {
    pristine: { requests: requestsOf(owner), world },
    plant: async (modules) => {
      const planted = await buildPlatform({ database, settings, resources: modules });
      return {
        target: { requests: requestsOf(owner.at(planted)), world },
        as: async (role) => (await logIn(role)).at(planted),
        close: () => planted.close(),
      };
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

export const roleNames: readonly string[] = Object.keys(ACCOUNTS);
