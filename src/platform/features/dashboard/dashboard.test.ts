import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callRow, type ToldCall } from "../../../testing/calls.ts";
import { type Client, platformUntilEnd, type TestLogin } from "../../../testing/platform.ts";

const NOW = new Date("2026-03-10T09:30:00Z");
const clients = new Map<TestLogin, Client>();
const as = (login: TestLogin) => clients.get(login) ?? platform.anonymous;
const get = async (login: TestLogin, url: string) => as(login).send("GET", url);

interface Entry {
  readonly reseller?: number;
  readonly call: string;
  readonly at: string;
  readonly status?: ToldCall["status"];
  readonly cost?: number;
}

async function addCalls(entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(({ reseller: reseller_id = 2, call: call_id, at: start_time, status = "ok", cost = 0 }) =>
    callRow({ reseller_id, call_id, start_time, status, customer_cost: cost }),
  );
  await sql`delete from calls`.execute(platform.database.kysely);
  await platform.database.kysely.insertInto("calls").values(rows).execute();
}

interface Bucket {
  readonly start: string;
  readonly answered: number;
  readonly unanswered: number;
}

async function calls(login: TestLogin, query: string): Promise<Bucket[]> {
  const { status, body, text } = await get(login, `/api/dashboard/calls?${query}`);
  if (status !== 200) throw new Error(text);
  return (body.buckets as unknown as Bucket[]).map(({ start, answered, unanswered }) => ({
    start,
    answered,
    unanswered,
  }));
}

const filled = (buckets: readonly Bucket[]) => buckets.filter(({ answered, unanswered }) => answered + unanswered > 0);

const platform = await platformUntilEnd({ clock: () => NOW });
for (const login of ["master", "resellerTwo", "resellerThree", "intercept", "care", "reader"] as const) {
  clients.set(login, await platform.as(login));
}

describe("calls over time", () => {
  it("count each call once, though both sides are stored, split by whether it was answered", async () => {
    await addCalls([
      { call: "a", at: "2026-03-10T08:00:00Z" },
      { call: "a", at: "2026-03-10T08:00:00Z", reseller: 3 },
      { call: "b", at: "2026-03-10T08:59:59Z", status: "busy" },
      { call: "c", at: "2026-03-10T09:00:00Z" },
    ]);
    expect(filled(await calls("master", ""))).toEqual([
      { start: "2026-03-10T08:00:00Z", answered: 1, unanswered: 1 },
      { start: "2026-03-10T09:00:00Z", answered: 1, unanswered: 0 },
    ]);
    expect(await calls("master", "")).toHaveLength(25);
  });

  it("belong to the day in the requested zone, even when clocks change", async () => {
    await addCalls([
      { call: "before midnight", at: "2026-03-28T22:59:59Z" },
      { call: "after midnight", at: "2026-03-28T23:00:00Z" },
      { call: "late on the short day", at: "2026-03-29T21:59:59Z" },
      { call: "the next day", at: "2026-03-29T22:00:00Z" },
    ]);
    const period = "by=day&from=2026-03-28T12:00:00Z&to=2026-03-30T12:00:00Z";
    expect(await calls("master", `${period}&tz=Europe/Berlin`)).toEqual([
      { start: "2026-03-27T23:00:00Z", answered: 1, unanswered: 0 },
      { start: "2026-03-28T23:00:00Z", answered: 2, unanswered: 0 },
      { start: "2026-03-29T22:00:00Z", answered: 1, unanswered: 0 },
    ]);
    expect((await calls("master", `${period}&tz=UTC`)).map(({ answered }) => answered)).toEqual([2, 2, 0]);
  });

  it("are limited to the caller's reseller", async () => {
    await addCalls([
      { call: "two", at: "2026-03-10T08:00:00Z", reseller: 2 },
      { call: "three", at: "2026-03-10T08:00:00Z", reseller: 3, status: "noanswer" },
    ]);
    expect(filled(await calls("resellerTwo", ""))).toMatchObject([{ answered: 1, unanswered: 0 }]);
    expect(filled(await calls("resellerThree", ""))).toMatchObject([{ answered: 0, unanswered: 1 }]);
  });

  it.each(["care", "intercept"] as const)("are nothing for %s", async (login) => {
    expect((await get(login, "/api/dashboard/calls")).status).toBe(403);
  });

  it("require the right to see calls in addition to the role", async () => {
    await sql`update admins set call_data = false where login = 'resellerThree'`.execute(platform.database.kysely);
    const client = await platform.as("resellerThree");
    expect((await client.send("GET", "/api/dashboard/calls")).status).toBe(403);
    await sql`update admins set call_data = true where login = 'resellerThree'`.execute(platform.database.kysely);
  });
});

describe("calls in groups", () => {
  const groups = async (login: TestLogin, group: string) => {
    const { status, body } = await get(login, `/api/dashboard/callgroups?group=${group}`);
    expect(status).toBe(200);
    return body.groups;
  };
  beforeAll(async () => {
    await addCalls([
      { call: "a", at: "2026-03-10T08:00:00Z", cost: 12 },
      { call: "b", at: "2026-03-10T08:30:00Z", cost: 30 },
      { call: "c", at: "2026-03-10T09:00:00Z", status: "busy", reseller: 3 },
      { call: "too old", at: "2026-03-09T08:00:00Z", reseller: 3 },
    ]);
    await sql`update calls set duration = 60`.execute(platform.database.kysely);
  });

  it("are summed by result, the most calls first", async () => {
    expect(await groups("master", "result")).toEqual([
      { key: "ok", title: "ok", answered: 2, unanswered: 0, duration: 120, costs: { "": 42 } },
      { key: "busy", title: "busy", answered: 0, unanswered: 1, duration: 60, costs: {} },
    ]);
    expect(await groups("resellerThree", "result")).toMatchObject([{ key: "busy" }]);
  });

  it("are summed by reseller for those who see resellers", async () => {
    const { body } = await get("master", "/api/resellers/?id=2");
    const [two] = Object.values(body._embedded ?? {}).flat() as { readonly name: string }[];
    expect(await groups("master", "reseller")).toMatchObject([
      { key: "2", title: two?.name, answered: 2, unanswered: 0 },
      { key: "3", answered: 0, unanswered: 1 },
    ]);
    expect((await get("resellerTwo", "/api/dashboard/callgroups?group=reseller")).status).toBe(403);
  });

  it("are summed by the domain that was called, without lines and services of the platform", async () => {
    await sql`update calls set destination_reseller_id = null, destination_domain = 'sbc.example'
      where call_id in ('a', 'c')`.execute(platform.database.kysely);
    await sql`update calls set destination_reseller_id = null, destination_domain = 'voicebox.local'
      where call_id = 'b'`.execute(platform.database.kysely);
    expect(await groups("master", "peer")).toMatchObject([
      { key: "sbc.example", answered: 1, unanswered: 1, costs: { "": 12 } },
    ]);
    expect(await groups("resellerTwo", "peer")).toMatchObject([{ key: "sbc.example", answered: 1, unanswered: 0 }]);
  });

  it.each(["care", "intercept"] as const)("are nothing for %s", async (login) => {
    expect((await get(login, "/api/dashboard/callgroups")).status).toBe(403);
  });
});

describe("registered devices", () => {
  const devices = async (login: TestLogin) => (await get(login, "/api/dashboard/devices")).body.devices;

  beforeAll(async () => {
    await platform.database.kysely.transaction().execute(async (db) => {
      // Their subscribers do not matter here.
      await sql`set local session_replication_role = replica`.execute(db);
      const common = { q: 1, nat: false, user_agent: "Desk phone 1.0", reseller_id: 2, expires: null };
      await db
        .insertInto("subscriberregistrations")
        .values([
          { ...common, subscriber_id: 1, contact: "sip:a@192.0.2.1" },
          { ...common, subscriber_id: 1, contact: "sip:b@192.0.2.1", expires: "2099-03-10T09:30:00Z" },
          { ...common, subscriber_id: 2, contact: "sip:c@192.0.2.1", reseller_id: 3 },
          { ...common, subscriber_id: 2, contact: "sip:d@192.0.2.1", expires: "2020-03-10T09:30:00Z" },
          { ...common, subscriber_id: 2, contact: "sip:e@192.0.2.1", user_agent: null },
        ])
        .execute();
    });
  });
  afterAll(() => platform.database.kysely.deleteFrom("subscriberregistrations").execute());

  it("are counted by user agent, unless their registration has expired", async () => {
    expect(await devices("master")).toEqual([
      { user_agent: "Desk phone 1.0", devices: 3, subscribers: 2 },
      { user_agent: null, devices: 1, subscribers: 1 },
    ]);
    expect(await devices("resellerThree")).toEqual([{ user_agent: "Desk phone 1.0", devices: 1, subscribers: 1 }]);
    expect((await get("care", "/api/dashboard/devices")).status).toBe(403);
  });
});

describe("the older dashboard's counters", () => {
  const counter = async (login: TestLogin, name: string, widget: string) => {
    const { status, body } = await get(login, `/dashboard/ajax/${name}?widget=${widget}`);
    expect(status).toBe(200);
    return body.widget_data;
  };

  it("count what the caller sees, without terminated records", async () => {
    const master = as("master");
    for (const reseller of [2, 2, 3]) {
      const body = { email: `c${reseller}@example.org`, reseller_id: reseller };
      expect((await master.send("POST", "/api/customercontacts/", body)).status).toBe(201);
      await master.send("POST", "/api/domains/", { domain: `d${Math.random()}.example`, reseller_id: reseller });
    }
    expect(await counter("resellerTwo", "contacts_count", "ResellerCustomerOverview")).toBe(2);
    expect(await counter("resellerThree", "contacts_count", "ResellerCustomerOverview")).toBe(1);
    expect(await counter("care", "contacts_count", "CCareCustomerOverview")).toBe(2);
    expect(await counter("master", "domains_count", "AdminResellerOverview")).toBe(3);
    await sql`update resellers set status = 'terminated' where id = 3`.execute(platform.database.kysely);
    expect(await counter("master", "resellers_count", "AdminResellerOverview")).toBe(2);
    await sql`update resellers set status = 'active' where id = 3`.execute(platform.database.kysely);
  });

  it("are null for cards that the caller cannot see, and for unknown ones", async () => {
    expect(await counter("resellerTwo", "groups_count", "AdminPeeringOverview")).toBeNull();
    expect(await counter("intercept", "customers_count", "CCareCustomerOverview")).toBeNull();
    expect(await counter("master", "resellers_count", "AdminPeeringOverview")).toBeNull();
    expect(await counter("master", "constructor", "AdminPeeringOverview")).toBeNull();
    expect(await counter("master", "groups_count", "toString")).toBeNull();
    expect(await counter("master", "sound_sets_count", "ResellerDomainOverview")).toBe(0);
  });

  it("report emergencies as a text, and the platform's real status", async () => {
    await sql`insert into preferences (owner_kind, owner_id, attribute, value)
      select 'domain', min(id), 'emergency_mode_enabled', 'true'::jsonb from domains`.execute(platform.database.kysely);
    expect(await counter("master", "emergency_mode", "AdminSystemOverview")).toBe("1");
    const status = await counter("master", "overall_status", "AdminSystemOverview");
    expect(status).toEqual({ class: "ngcp-green-ok", text: "All services running" });
  });

  it("sum up the calls of this month", async () => {
    await addCalls([
      { call: "a", at: "2026-02-28T23:59:59Z", cost: 1000 },
      { call: "b", at: "2026-03-01T00:00:00Z", cost: 12.5 },
      { call: "c", at: "2026-03-09T00:00:00Z", cost: 7, reseller: 3 },
    ]);
    expect(await counter("master", "customer_sum", "AdminBillingOverview")).toBe(19.5);
    expect(await counter("resellerTwo", "customer_sum", "ResellerBillingOverview")).toBe(12.5);
    const make = async (name: string, record: object) => {
      const { headers } = await as("master").send("POST", `/api/${name}/`, record);
      return Number(headers.location?.split("/").at(-1));
    };
    const profile = { reseller_id: 2, handle: "kwd", name: "KWD", currency: "KWD" };
    const billing_profile_id = await make("billingprofiles", profile);
    const billing_zone_id = await make("billingzones", { billing_profile_id, zone: "All", detail: "" });
    const fee_id = await make("billingfees", { billing_profile_id, billing_zone_id, destination: "43", source: "." });
    const foreign = callRow({ start_time: "2026-03-09T00:00:00Z", customer_cost: 3, fee_id });
    await platform.database.kysely.insertInto("calls").values(foreign).execute();
    expect(await counter("resellerTwo", "customer_sum", "ResellerBillingOverview")).toBeNull();
  });

  it("need a login", async () => {
    const { status, headers } = await platform.anonymous.send("GET", "/dashboard/ajax/hosts_count");
    expect([status, headers["content-type"]]).toEqual([403, "text/plain; charset=utf-8"]);
  });
});

describe("changes", () => {
  const changes = async (login: TestLogin) => {
    const { status, body } = await get(login, "/api/dashboard/changes?rows=5");
    expect(status).toBe(200);
    return body.changes as {
      resource: string;
      operation: string;
      username: string;
      record: { domain?: string } | null;
    }[];
  };

  it("are the newest of each record, with its current state, in the caller's reseller only", async () => {
    const made = await as("resellerTwo").send("POST", "/api/domains/", { domain: "changed.example" });
    expect(made.status).toBe(201);
    const [newest] = await changes("resellerTwo");
    expect(newest).toMatchObject({
      resource: "domains",
      operation: "create",
      username: "resellerTwo",
      is_scheduled: false,
      record: { domain: "changed.example" },
    });
    const others = await changes("resellerThree");
    expect(JSON.stringify(others)).not.toContain("changed.example");
    const gone = await as("resellerTwo").send("DELETE", String(made.headers.location));
    expect(gone.status).toBe(204);
    expect(await changes("resellerThree")).toEqual(others);
    const [last, ...earlier] = await changes("master");
    expect(last).toMatchObject({ resource: "domains", operation: "delete", record: null });
    expect(JSON.stringify(earlier)).not.toContain("changed.example");
  });

  it("tell what the platform does by itself from what people do", async () => {
    await sql`insert into journals (resource_name, resource_id, operation, timestamp, user_id, username, changes)
      select 'domains', max(id), 'update', '2026-03-09T00:00:00Z', 0, 'platform', '{}'::jsonb
      from domains`.execute(platform.database.kysely);
    expect((await changes("master"))[0]).toMatchObject({ resource: "domains", is_scheduled: true });
  });

  it("are not for roles that read no journal", async () => {
    expect((await get("care", "/api/dashboard/changes")).status).toBe(403);
    expect((await platform.anonymous.send("GET", "/api/dashboard/changes")).status).toBe(401);
  });
});

describe("what comes up", () => {
  const coming = async (login: TestLogin) => {
    const { status, body } = await get(login, "/api/dashboard/upcoming");
    expect(status).toBe(200);
    return (body.upcoming as { kind: string; at: string; resource: string }[]).map(({ kind, at }) => `${at} ${kind}`);
  };

  it("lists what ends or changes within 30 days, soonest first, in the caller's scope", async () => {
    const db = platform.database.kysely;
    await sql`insert into vouchers (reseller_id, code, amount, valid_until) values
      (2, 'soon', 100, '2026-03-20T00:00:00Z'), (3, 'theirs', 100, '2026-03-12T00:00:00Z'),
      (2, 'late', 100, '2026-05-20T00:00:00Z'), (2, 'over', 100, '2026-03-09T00:00:00Z')`.execute(db);
    const intervals = JSON.stringify([
      { profile_id: 1, start: null, stop: null },
      { profile_id: 1, start: "2026-03-15T00:00:00Z", stop: "2026-04-01T00:00:00Z" },
      { profile_id: 1, start: "2030-03-15T00:00:00Z", stop: null },
    ]);
    await sql`insert into customers (reseller_id, contact_id, type, status, all_billing_profiles)
      values (2, 1, 'sipaccount', 'active', ${intervals}::jsonb)`.execute(db);
    await sql`insert into apicertificates (admin_id, serial, fingerprint, created_at, not_after, revoked_at) values
      (3, '1', 'f1', ${NOW}, '2026-03-18T00:00:00Z', null), (4, '2', 'f2', ${NOW}, '2026-03-18T00:00:00Z', ${NOW})`.execute(
      db,
    );
    expect(await coming("resellerTwo")).toEqual([
      "2026-03-15T00:00:00Z billing_profile",
      "2026-03-18T00:00:00Z certificate",
      "2026-03-20T00:00:00Z voucher",
      "2026-04-01T00:00:00Z billing_profile",
    ]);
    expect(await coming("master")).toContain("2026-03-12T00:00:00Z voucher");
    expect(await coming("resellerThree")).toEqual(["2026-03-12T00:00:00Z voucher"]);
  });

  it("shows customer care what it may see, and interception its own certificate", async () => {
    expect(await coming("care")).toEqual([
      "2026-03-15T00:00:00Z billing_profile",
      "2026-04-01T00:00:00Z billing_profile",
    ]);
    expect(await coming("intercept")).toEqual([]);
    await sql`update apicertificates set admin_id = 6 where serial = '1'`.execute(platform.database.kysely);
    expect(await coming("intercept")).toEqual(["2026-03-18T00:00:00Z certificate"]);
  });
});

it("the first steps are for those who may do all of them", async () => {
  const { status, body } = await get("master", "/api/dashboard/firststeps");
  expect(status).toBe(200);
  expect((body.firststeps as { resource: string }[]).map(({ resource }) => resource)).toEqual([
    "resellers",
    "domains",
    "billingprofiles",
    "peeringgroups",
    "customers",
    "subscribers",
  ]);
  for (const login of ["resellerTwo", "intercept", "care", "reader"] as const) {
    expect((await get(login, "/api/dashboard/firststeps")).status, login).toBe(403);
  }
  expect((await platform.anonymous.send("GET", "/api/dashboard/firststeps")).status).toBe(401);
});

describe("many questions at once", () => {
  const ask = (login: TestLogin, ...paths: string[]) =>
    get(login, `/api/dashboard/answers?${new URLSearchParams({ paths: paths.join("\n") })}`);

  it("are answered as each of them alone, with the rights of the caller", async () => {
    const paths = ["/api/resellers/?rows=1", "/api/dashboard/upcoming?rows=5", "/dashboard/ajax/hosts_count?widget=x"];
    for (const login of ["master", "care"] as const) {
      const alone = await Promise.all(paths.map((path) => get(login, path)));
      const { status, body } = await ask(login, ...paths);
      expect([status, body.answers]).toEqual([200, alone.map((one) => ({ status: one.status, body: one.body }))]);
    }
    const anonymous = await platform.anonymous.send("GET", "/api/dashboard/answers?paths=/api/resellers/");
    expect(anonymous.status).toBe(401);
  });

  it.each([
    ["none", []],
    ["more than a dashboard has", Array(41).fill("/api/domains/")],
    ["others of their kind", ["/api/dashboard/answers?paths=/api/domains/"]],
    ["the same in disguise", ["/api//dashboard/answers?paths=/api/domains/"]],
    ["a record", ["/api/domains/1"]],
    ["another host's", ["http://other.example/api/domains/"]],
    ["a page", ["/dashboard"]],
  ])("are refused where there are %s", async (_, paths) => {
    expect((await ask("master", ...paths)).status).toBe(400);
  });
});
