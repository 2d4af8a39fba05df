import type { FastifyInstance } from "fastify";
import { buildPlatform } from "../../src/platform/app.ts";
import type { Database } from "../../src/platform/db/engine.ts";
import { DEMONSTRATION_PASSWORD } from "../../src/platform/seed/adminSeed.ts";
import { Api } from "./api.ts";
import { openPrepared } from "./prepared.ts";

export interface Demonstration {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** Requests as one of the demonstration's administrators. */
  as(login: string): Promise<Api>;
  close(): Promise<void>;
}

/** A platform in memory with the demonstration data. */
export async function startDemonstration(): Promise<Demonstration> {
  const database = await openPrepared("demonstration");
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  return {
    app,
    database,
    as: (login) => Api.login(app, login, DEMONSTRATION_PASSWORD),
    async close() {
      await app.close();
      await database.close();
    },
  };
}
