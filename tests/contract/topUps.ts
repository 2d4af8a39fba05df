import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPlatform } from "../../src/platform/app.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { TEST_RESELLER } from "../support/accounts.ts";
import { type Api, embedded } from "../support/api.ts";
import { logInAsOwner } from "../support/owner.ts";
import { World } from "../support/world.ts";

/** Top-ups of one customer at the same time. */
const MANY = 200;
/** Of the database: more than these wait for each other. */
const MAX_CONNECTIONS = 10;

/** No top-up is lost, and none counts twice, however many come at once. */
export function topUpSuite(engine: string, open: () => Promise<Database>): void {
  describe(`top-ups at the same time, on ${engine}`, () => {
    let app: FastifyInstance;
    let api: Api;
    let database: Database;
    let world: World;

    beforeAll(async () => {
      database = await open();
      app = await buildPlatform({ database });
      api = await logInAsOwner(app);
      world = new World(api, TEST_RESELLER, { mark: "topup", firstDigits: 930_000 });
    });
    afterAll(async () => {
      await app?.close();
      await database?.close();
    });

    /** A customer without anything for free. */
    async function makeCustomer(): Promise<number> {
      const billing_profile_id = await world.make("billingprofiles", { interval_free_cash: 0 });
      return world.make("customers", { status: "active", billing_profile_definition: "id", billing_profile_id });
    }

    it("add up to the balance, with a line each that follows from the one before", async () => {
      const contract_id = await makeCustomer();
      const amounts = Array.from({ length: MANY }, (_, index) => index + 1);
      const sent = amounts.map((amount) => api.request("POST", "/api/topupcash/", { contract_id, amount }));
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      // A server that is too slow refuses those that waited longest: they may not count either.
      expect(statuses.filter((status) => status !== 204 && status !== 503)).toEqual([]);
      const done = amounts.filter((_, index) => statuses[index] === 204);
      expect(done.length).toBeGreaterThan(MAX_CONNECTIONS);
      const total = done.reduce((sum, amount) => sum + amount, 0) / 100;
      expect((await api.read("customerbalances", contract_id)).body?.cash_balance).toBe(total);
      const lines = embedded(await api.list("topuplogs", { contract_id, rows: MANY, order_by: "id" }), "topuplogs");
      expect(lines).toHaveLength(done.length);
      const steps = lines.map((line) => [line.cash_balance_before, line.cash_balance_after] as [number, number]);
      steps.sort(([one], [other]) => one - other);
      for (const [index, [before]] of steps.entries()) expect(before).toBe(index === 0 ? 0 : steps[index - 1]?.[1]);
    });

    it("redeem a voucher once", async () => {
      const contract_id = await makeCustomer();
      const code = `race ${world.text()}`;
      const values = { code, amount: 1000, customer_id: null, package_id: null, valid_until: "2031-12-31T23:59:59Z" };
      await world.make("vouchers", values);
      const sent = Array.from({ length: 10 }, () => api.request("POST", "/api/topupvouchers/", { contract_id, code }));
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 204)).toHaveLength(1);
      expect(statuses.filter((status) => status === 422)).toHaveLength(9);
      expect((await api.read("customerbalances", contract_id)).body?.cash_balance).toBe(10);
    });
  });
}
