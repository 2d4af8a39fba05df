import type { FastifyInstance } from "fastify";
import { buildPlatform } from "../../../src/platform/app.ts";
import { type Accounts, everyFeature, logInAll } from "../../../tests/support/accessPlatform.ts";
import { openPrepared } from "../../../tests/support/prepared.ts";
import { RoleTargets } from "../verify/roleTargets.ts";
import type { Modules } from "./plant.ts";

/** A database in memory with one account per role, where platforms with wider rights run beside the untouched one. */
export interface RightsGround {
  readonly pristine: Accounts;
  /** The records that roles try to access, made by the untouched platform. */
  readonly targets: RoleTargets;
  readonly plant: (modules: Modules) => Promise<Accounts>;
  readonly close: () => Promise<void>;
}

export async function openRightsGround(): Promise<RightsGround> {
  const database = await openPrepared("accounts");
  const settings = { logLevel: "silent", publicRequests: 1_000_000, ...everyFeature() } as const;
  const pristine = await logInAll(await buildPlatform({ database, settings }), database);
  return {
    pristine,
    targets: new RoleTargets(pristine),
    plant: async (modules) => accountsAt(pristine, await buildPlatform({ database, settings, resources: modules })),
    close: () => pristine.close(),
  };
}

/** The same accounts, at another application on the same database. */
function accountsAt(accounts: Accounts, app: FastifyInstance): Accounts {
  const at = ({ api, ...member }: Accounts["members"][number]) => ({ ...member, api: api.at(app) });
  return {
    ...accounts,
    app,
    members: accounts.members.map(at),
    memberOf: (role) => at(accounts.memberOf(role)),
    close: () => app.close(),
  };
}
