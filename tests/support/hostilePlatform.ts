import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { buildPlatform } from "../../src/platform/app.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { refreshAllStale } from "../../src/platform/records/context.ts";
import { TEST_RESELLER } from "./accounts.ts";
import type { Answer, Api } from "./api.ts";
import { type BodyRoute, noteBodyRoutes } from "./bodyRoutes.ts";
import { type Fingerprint, fingerprint, logWrites, takeWritten } from "./fingerprint.ts";
import { logInAsOwner } from "./owner.ts";
import { openPrepared } from "./prepared.ts";
import { World } from "./world.ts";

/** A platform for hostile requests, with the invariants of every response. */
export class HostilePlatform {
  readonly app: FastifyInstance;
  readonly api: Api;
  readonly world: World;
  /** All routes that take a body. */
  readonly bodyRoutes: readonly BodyRoute[];
  readonly #database: Database;
  /** The last fingerprint: that of all tables is slower than most requests, so it is taken anew of what is written. */
  #last: Fingerprint | undefined;

  private constructor(database: Database, app: FastifyInstance, api: Api, bodyRoutes: readonly BodyRoute[]) {
    this.#database = database;
    this.bodyRoutes = bodyRoutes;
    this.app = app;
    this.api = api;
    this.world = new World(api, TEST_RESELLER);
  }

  static async start(): Promise<HostilePlatform> {
    const database = await openPrepared("accounts");
    await logWrites(database.kysely);
    let refreshStale = async () => {};
    let bodyRoutes: readonly BodyRoute[] = [];
    const app = await buildPlatform({
      database,
      extend: async (extended, context) => {
        bodyRoutes = noteBodyRoutes(extended);
        refreshStale = () => refreshAllStale(context);
      },
      settings: { logLevel: "silent" },
    });
    // Or reading would do it, and change rows.
    await refreshStale();
    await takeWritten(database.kysely);
    const api = await logInAsOwner(app);
    // The login has stored a session: else nothing would ever be seen to change.
    expect(await takeWritten(database.kysely)).toContain("adminsessions");
    return new HostilePlatform(database, app, api, bodyRoutes);
  }

  /** Runs requests that must not change any row. */
  changesNothing(run: () => Promise<void>): Promise<void> {
    return this.changesNothingUnless(run, () => false);
  }

  /** The same, unless the result says that something was written. */
  async changesNothingUnless<Result>(
    run: () => Promise<Result>,
    hasWritten: (result: Result) => boolean,
  ): Promise<void> {
    const before = await this.#rows();
    if (hasWritten(await run())) return;
    expect(await this.#rows()).toEqual(before);
  }

  async #rows(): Promise<Fingerprint> {
    const { kysely } = this.#database;
    const written = await takeWritten(kysely);
    this.#last = this.#last ? { ...this.#last, ...(await fingerprint(kysely, written)) } : await fingerprint(kysely);
    return this.#last;
  }
}

/** Expects an error as the API sends it: `{code, message}`, short and without internals. */
export function expectError(answer: Answer, statuses: readonly number[], what: string): void {
  expect(statuses, `${what}: ${answer.text.slice(0, 600)}`).toContain(answer.status);
  expect(answer.body?.code, what).toBe(answer.status);
  expect(String(answer.body?.message), what).not.toBe("");
  expect(answer.text.length, `${what}: length of the response`).toBeLessThan(20_000);
  expect(answer.text, what).not.toMatch(/select .* from |insert into |relation "|\.ts:\d|node_modules/);
}
