import type { FastifyInstance } from "fastify";
import { afterAll } from "vitest";
import { buildPlatform } from "../../src/platform/app.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import type { PlatformSettings } from "../../src/platform/runtime/settings.ts";
import { DEMONSTRATION_PASSWORD } from "../../src/platform/seed/demonstration.ts";
import { Api } from "./api.ts";
import { openPrepared } from "./prepared.ts";

export interface Demonstration {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** Logs in as a demo administrator. */
  as(login: string): Promise<Api>;
  close(): Promise<void>;
}

/** Starts an in-memory platform with demo data. */
export async function startDemonstration(settings: Partial<PlatformSettings> = {}): Promise<Demonstration> {
  const database = await openPrepared("demonstration");
  const app = await buildPlatform({ database, settings: { logLevel: "silent", ...settings } });
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

/** The same for all tests of a file, which is closed at its end. */
export async function demonstrationUntilEnd(settings?: Partial<PlatformSettings>): Promise<Demonstration> {
  const platform = await startDemonstration(settings);
  afterAll(() => platform.close());
  return platform;
}
