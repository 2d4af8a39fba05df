import { AsyncLocalStorage } from "node:async_hooks";
import type { KyselyPlugin } from "kysely";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeEnginesOnce } from "../../../../tests/support/engines.ts";
import type { Json } from "../../../core/schema/descriptor.ts";
import { type Client, openTestPlatform } from "../../../testing/platform.ts";
import { anyTables } from "../../db/tables.ts";

/** Many rows in a single slice. */
const MANY = 90;
/** Two slices. */
const MORE = 600;

describeEnginesOnce((open) => {
  /** Those of one request: what the platform does on its own meanwhile is not counted. */
  const counting = new AsyncLocalStorage<{ statements: number }>();
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Counts executions, as a statement can be compiled once and run often.
    transformResult: async ({ result }) => {
      const counted = counting.getStore();
      if (counted) counted.statements++;
      return result;
    },
  };

  async function start() {
    const { kysely, ...rest } = await open("tables");
    const platform = await openTestPlatform({}, undefined, { ...rest, kysely: kysely.withPlugin(counter) });
    return { ...platform, kysely };
  }

  type Started = Awaited<ReturnType<typeof start>>;

  let started: Started;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.app.close());

  /** For each test others. */
  let resellers = 10;

  /** A reseller with a domain and a customer whose subscribers have records that cascade. */
  async function fill({ kysely }: Started, count: number): Promise<number> {
    const reseller = ++resellers;
    const first = reseller * 10_000;
    const insert = (table: string, columns: string, values: string) =>
      sql`insert into ${sql.table(table)} (${sql.raw(columns)})
        select ${sql.raw(values)} from generate_series(${first + 1}::integer, ${first + count}::integer) as n`.execute(
        kysely,
      );
    const one = (table: string, row: object) => anyTables(kysely).insertInto(table).values(row).execute();
    await one("contacts", { id: reseller, email: `c${reseller}@example.org`, status: "active" });
    await one("contracts", { id: reseller, type: "reseller", contact_id: reseller, status: "active" });
    await one("resellers", { id: reseller, contract_id: reseller, name: `filled ${reseller}`, status: "active" });
    await one("contacts", { id: first, email: `o${first}@example.org`, reseller_id: reseller, status: "active" });
    const billed = JSON.stringify([{ profile_id: 1, start: null, stop: null, effective_start_time: "2026-01-01" }]);
    const customer = { type: "sipaccount", contact_id: first, status: "active", all_billing_profiles: billed };
    await one("customers", { id: reseller, reseller_id: reseller, ...customer });
    await one("domains", { id: reseller, domain: `filled-${reseller}.example`, reseller_id: reseller });
    await one("subscriberprofilesets", {
      id: reseller,
      name: `set ${reseller}`,
      description: "",
      reseller_id: reseller,
    });
    const profile = {
      profile_set_id: reseller,
      reseller_id: reseller,
      name: "p",
      description: "",
      set_default: false,
      attributes: "[]",
    };
    await one("subscriberprofiles", { id: reseller, ...profile });
    await insert(
      "subscribers",
      "id, reseller_id, customer_id, domain_id, profile_set_id, profile_id, username, password, status, lock",
      `n, ${reseller}, ${reseller}, ${reseller}, ${reseller}, ${reseller}, 's' || n, 'Sip-secret1', 'active', 0`,
    );
    const owned = `${reseller}, n`;
    await insert(
      "numbers",
      "reseller_id, subscriber_id, cc, ac, sn, number, is_primary, is_devid",
      `${owned}, '999', '1', n::text, '9991' || n, true, false`,
    );
    await insert(
      "cfdestinationsets",
      "reseller_id, subscriber_id, name, destinations",
      `${owned}, 'away', '[]'::jsonb`,
    );
    await insert("cfmappings", "id, cfu", `n, '[]'::jsonb`);
    await insert("preferences", "owner_kind, owner_id, attribute, value", `'subscribers', n, 'ncos', '1'::jsonb`);
    return reseller;
  }

  type Act = (master: Client, reseller: number) => ReturnType<Client["send"]>;

  async function counted({ as }: Started, reseller: number, act: Act): Promise<number> {
    // A session that nobody has looked up yet, whatever time has passed: callers are known by heart for a moment.
    const master = await as("master");
    const counted = { statements: 0 };
    const { status, text } = await counting.run(counted, () => act(master, reseller));
    expect(status, text).toBeLessThan(300);
    return counted.statements;
  }

  const status = (value: string) => [{ op: "replace", path: "/status", value }];
  const entriesOf = async ({ kysely }: Started, reseller: number) =>
    (
      await sql<{ resource: string; operation: string; ids: number; entries: number }>`
        select resource_name as resource, operation, count(distinct resource_id)::integer as ids,
          count(*)::integer as entries
        from journals where reseller_id = ${reseller} group by 1, 2 order by 1, 2`.execute(kysely)
    ).rows.map(({ resource, operation, ids, entries }) => `${entries} ${operation} of ${ids} ${resource}`);

  const lock: Act = (master, id) => master.send("PATCH", `/api/resellers/${id}`, status("locked"));
  const end: Act = (master, id) => master.send("PATCH", `/api/resellers/${id}`, status("terminated"));
  const actions: Readonly<Record<string, Act>> = {
    "locking a reseller": lock,
    "ending a reseller": end,
    "ending a customer": (master, id) => master.send("PATCH", `/api/customers/${id}`, status("terminated")),
    "removing a domain": (master, id) => master.send("DELETE", `/api/domains/${id}`),
    "removing a set of profiles": (master, id) => master.send("DELETE", `/api/subscriberprofilesets/${id}`),
  };

  it.each(Object.entries(actions))("%s takes as many statements for one subscriber as for many", async (_, act) => {
    const countedFor = async (count: number) => counted(started, await fill(started, count), act);
    const [one, many, more] = [await countedFor(1), await countedFor(MANY), await countedFor(MORE)];
    expect(one).toBeGreaterThan(5);
    expect(many).toBe(one);
    expect(more).toBeLessThanOrEqual(2 * one);
  });

  it("writes an entry and a version for every row", async () => {
    const reseller = await fill(started, MANY);
    await counted(started, reseller, lock);
    expect(await entriesOf(started, reseller)).toEqual([
      "1 update of 1 customers",
      "1 update of 1 resellers",
      `${MANY} update of ${MANY} subscribers`,
    ]);
    const { rows } = await sql<{ [column: string]: Json }>`
      select status, lock, row_version, count(*)::integer as count from subscribers where reseller_id = ${reseller}
      group by 1, 2, 3`.execute(started.kysely);
    expect(rows).toEqual([{ status: "locked", lock: 4, row_version: 2, count: MANY }]);
    await counted(started, reseller, end);
    expect(await entriesOf(started, reseller)).toEqual([
      `${MANY} delete of ${MANY} cfdestinationsets`,
      `${MANY} delete of ${MANY} cfmappings`,
      "2 update of 1 customers",
      "1 delete of 1 domains",
      "2 update of 1 resellers",
      "1 delete of 1 subscriberprofiles",
      "1 delete of 1 subscriberprofilesets",
      // They are terminated first, and then deleted with their domain.
      `${2 * MANY} delete of ${MANY} subscribers`,
      `${MANY} update of ${MANY} subscribers`,
    ]);
  });
});
