import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { itemsOf, platformUntilEnd, type Reply } from "../../../testing/platform.ts";

/** 25 contacts of reseller 2 (c01 … c25), three of reseller 3, one hidden. */
const platform = await platformUntilEnd();
const contact = (email: string, reseller_id: number, rest: object = {}) => ({
  email,
  reseller_id,
  status: "active" as const,
  city: null,
  company: null,
  ...rest,
});
const rows = [
  ...Array.from({ length: 25 }, (_, index) => contact(`c${String(index + 1).padStart(2, "0")}@two.example`, 2)),
  contact("50%_off*@three.example", 3, { city: "Graz", company: "Ätna" }),
  contact("Mixed@three.example", 3, { city: "Graz" }),
  contact("50x-off@three.example", 3, { city: "Wien" }),
  contact("gone@two.example", 2, { status: "terminated" }),
];
await platform.database.kysely.insertInto("contacts").values(rows).execute();
const master = await platform.as("master");

const list = (query = "", client = master) => client.send("GET", `/api/customercontacts/${query}`);
const emails = (reply: Reply) => itemsOf(reply, "customercontacts").map(({ email }) => email);
const links = (reply: Reply) => reply.body._links as Record<string, { href: string }>;

it.each([
  ["a part of the e-mail", "mixed", ["Mixed@three.example"]],
  ["a part of the company", "tna", ["50%_off*@three.example"]],
  ["stars", "50*off*three*", ["50%_off*@three.example", "50x-off@three.example"]],
  ["one or two characters at a beginning", "mi", ["Mixed@three.example"]],
  ["not what has them elsewhere", "ix", []],
  ["what no text holds", "a\0", []],
  ["a column that is not looked in", "Graz", []],
])("search finds by %s", async (_, text, expected) => {
  const reply = await list(`?order_by=email&search=${encodeURIComponent(text)}`);
  expect(emails(reply).sort()).toEqual([...expected].sort());
  expect(reply.body.total_count).toBe(expected.length);
});

describe("a filter", () => {
  it.each(["create_timestamp_gt=yesterday", "status=nosuch"])(
    "with a value that cannot be read finds nothing: %s",
    async (query) => {
      const { status, body } = await master.send("GET", `/api/customers/?${query}`);
      expect([status, body.total_count]).toEqual([200, 0]);
    },
  );

  it("finds letters in either form, as does a search", async () => {
    await master.send("POST", "/api/ncoslevels/", { reseller_id: 2, level: "ΟΔΟΣ Straße", mode: "blacklist" });
    for (const query of ["level=οδοσ*", "level=*STRASSE", "level=οδος strasse", "search=οδος"]) {
      const reply = await master.send("GET", `/api/ncoslevels/?${encodeURI(query)}`);
      expect(itemsOf(reply, "ncoslevels"), query).toMatchObject([{ level: "ΟΔΟΣ Straße" }]);
    }
  });
});

describe("paging", () => {
  it("gives ten rows by default, an honest total and the next page", async () => {
    const reply = await list();
    expect(itemsOf(reply, "customercontacts")).toHaveLength(10);
    expect(reply.body.total_count).toBe(28);
    expect(links(reply).self?.href).toBe("/api/customercontacts/?page=1&rows=10");
    expect(links(reply).next?.href).toBe("/api/customercontacts/?page=2&rows=10");
    expect(links(reply)).not.toHaveProperty("prev");
  });

  it("leaves the list out where there is nothing, and says where to go back", async () => {
    const reply = await list("?page=9&reseller_id=2");
    expect(reply.status).toBe(200);
    expect(reply.body).not.toHaveProperty("_embedded");
    expect(reply.body.total_count).toBe(25);
    expect(links(reply).prev?.href).toBe("/api/customercontacts/?page=8&rows=10&reseller_id=2");
    expect(links(reply)).not.toHaveProperty("next");
  });

  it("counts only when asked to, and still knows whether there is more", async () => {
    const first = await list("?no_count=1&rows=20");
    expect(first.body.total_count).toBeNull();
    expect(links(first).next).toBeDefined();
    expect(links(await list("?no_count=true&rows=20&page=2"))).not.toHaveProperty("next");
  });

  it("counts quickly in full where that is cheap", async () => {
    const { body } = await list("?quick_count=1&rows=20");
    expect(body).toMatchObject({ total_count: 28 });
    expect(body).not.toHaveProperty("total_estimate");
  });

  it("estimates where counting is dear, never less than it has seen, and knows the end when it gets there", async () => {
    const { kysely } = platform.database;
    // Planner statistics of a table with a million rows.
    await sql`update pg_class set relpages = 1, reltuples = 1000000 where relname = 'contacts'`.execute(kysely);
    try {
      const { body } = await list("?quick_count=1&rows=20");
      expect(body.total_count).toBeNull();
      expect(Number(body.total_estimate)).toBeGreaterThan(20);
      const rare = await list("?quick_count=1&rows=2&email=c*&search=.example&reseller_id=2");
      expect(Number(rare.body.total_estimate ?? rare.body.total_count)).toBeGreaterThan(2);
      expect((await list("?quick_count=1&rows=20&page=2")).body.total_count).toBe(28);
      expect((await list("?quick_count=1&rows=20&page=9")).body.total_count).toBe(28);
      expect((await list("?rows=20")).body.total_count).toBe(28);
      expect((await list("?quick_count=1&no_count=1&rows=20")).body).not.toHaveProperty("total_estimate");
    } finally {
      await sql`analyze contacts`.execute(kysely);
    }
  });

  it("keeps filters in its links", async () => {
    const reply = await list("?rows=5&email=c*&expand=reseller_id");
    expect(links(reply).next?.href).toBe("/api/customercontacts/?page=2&rows=5&email=c*&expand=reseller_id");
  });
});

describe("order", () => {
  it("goes by several columns, the first counting most, and leaves out what is none", async () => {
    const query = (more: string) => list(`?reseller_id=3&order_by=city,nonsense,email${more}`);
    const inOrder = ["50%_off*@three.example", "Mixed@three.example", "50x-off@three.example"];
    expect(emails(await query(""))).toEqual(inOrder);
    expect(emails(await query("&order_by_direction=desc"))).toEqual([...inOrder].reverse());
    expect(emails(await query("&rows=1&page=3"))).toEqual(inOrder.slice(2));
  });

  it("goes both ways with the id as tie-breaker", async () => {
    const ids = async (query: string) => itemsOf(await list(query), "customercontacts").map(({ id }) => Number(id));
    const up = await ids("?rows=100&order_by=city");
    expect(await ids("?rows=100&order_by=city&order_by_direction=DESC")).toEqual([...up].reverse());
    expect(up.slice(0, 3)).toEqual([...up.slice(0, 2)].sort((a, b) => a - b).concat(up[2] ?? 0));
  });
});

describe("filters", () => {
  it.each([
    ["the whole value, whatever its case", "email=mixed@THREE.example", ["Mixed@three.example"]],
    ["a beginning", "email=mix*", ["Mixed@three.example"]],
    ["no beginning without a star", "email=mix", []],
    ["a part", "email=*xed@*", ["Mixed@three.example"]],
    ["what LIKE finds special literally", "email=50%25_off*", ["50%_off*@three.example"]],
    ["a star that is meant", "email=*\\**", ["50%_off*@three.example"]],
    ["hostile text", "email=' or 1=1 --", []],
    ["a number", "reseller_id=3&email=50x*", ["50x-off@three.example"]],
    ["several ids", "id=,2,x,99999999999", ["c01@two.example"]],
    ["what is no number", "reseller_id=three", []],
    ["what no column holds", "email=a%00b", []],
    ["nothing", "reseller_id=$null", []],
    ["anything", "reseller_id=$not_null&email=mix*", ["Mixed@three.example"]],
  ])("matches %s", async (_, query, expected) => {
    expect(emails(await list(`?${query}`))).toEqual(expected);
  });

  it("looks behind references", async () => {
    const { kysely } = platform.database;
    await kysely
      .insertInto("contracts")
      .values({ id: 50, type: "sippeering", contact_id: 1, status: "active" })
      .execute();
    await kysely.insertInto("peeringgroups").values({ name: "carrier", contract_id: 50, priority: 1 }).execute();
    const where = sql<{ count: number }>`select count(*) as count from peeringgroups`;
    expect((await where.execute(kysely)).rows[0]?.count).toBe(1);
    const byContact = await master.send("GET", "/api/contracts/?contact_id=1&type=sippeering");
    expect(byContact.body.total_count).toBe(1);
  });
});

describe("scope", () => {
  it("shows no row of another resource in the same table", async () => {
    expect((await master.send("GET", "/api/systemcontacts/")).body.total_count).toBe(1);
    expect((await master.send("GET", "/api/customercontacts/1")).status).toBe(404);
  });

  it("hides rows that are gone", async () => {
    expect(emails(await list("?email=gone*"))).toEqual([]);
  });
});

describe("expand", () => {
  it("brings the record behind a reference, once for all", async () => {
    const [first, second] = itemsOf(await list("?expand=reseller_id"), "customercontacts");
    expect(first?.reseller_id_expand).toMatchObject({ id: 2, name: "reseller 2" });
    expect(first?.reseller_id_expand).not.toHaveProperty("_links");
    expect(second?.reseller_id_expand).toEqual(first?.reseller_id_expand);
  });

  it("goes on behind it", async () => {
    const [first] = itemsOf(await list("?expand=reseller_id.contract_id.contact_id"), "customercontacts");
    expect(first).toMatchObject({
      reseller_id_expand: { contract_id_expand: { contact_id_expand: { email: "owner@example.org" } } },
    });
  });

  it("brings everything at once", async () => {
    const item = await master.send("GET", "/api/resellers/2?expand=all");
    expect(item.body.contract_id_expand).toMatchObject({ id: 2 });
  });

  it("refuses what cannot be expanded beside all else, unless told to leave it out", async () => {
    const refused = await list("?expand=nothing,reseller_id");
    expect(refused.status).toBe(409);
    expect(refused.headers["content-type"]).toContain("application/hal+json");
    expect(refused.body).toMatchObject({ code: 409, params: { names: "nothing" }, total_count: 28 });
    expect(itemsOf(refused, "customercontacts")[0]?.reseller_id_expand).toMatchObject({ id: 2 });
    expect((await list("?expand=nothing&email=nobody")).status).toBe(200);
    const soft = itemsOf(await list("?expand=nothing,reseller_id&soft_expand=1"), "customercontacts");
    expect(soft[0]?.reseller_id_expand).toMatchObject({ id: 2 });
  });

  it("shows a reseller nothing its role may not read", async () => {
    const reseller = await platform.as("resellerThree");
    expect((await list("?expand=reseller_id", reseller)).status).toBe(409);
    const [first] = itemsOf(await list("?expand=reseller_id&soft_expand=1", reseller), "customercontacts");
    expect(first).not.toHaveProperty("reseller_id_expand");
  });
});

// Last: it creates hundreds of contacts.
describe("what lies behind a reference", () => {
  const found = async (query: string) =>
    itemsOf(await master.send("GET", `/api/customers/?${query}`), "customers").map(({ external_id }) => external_id);

  beforeAll(async () => {
    const { kysely } = platform.database;
    await sql`insert into contacts (id, email, company, reseller_id, status)
      select 1000 + n, 'm' || n || '@many.example', 'Many ' || n, 2, 'active' from generate_series(1, 600) as n`.execute(
      kysely,
    );
    const customer = (external_id: string, contact_id: number) => ({
      external_id,
      contact_id,
      reseller_id: 2,
      type: "sipaccount" as const,
      status: "active" as const,
    });
    await kysely
      .insertInto("customers")
      .values([customer("a", 1007), customer("b", 1600), customer("many here", 2), customer("c", 2)])
      .execute();
  });

  it.each([
    ["few", "Many 600", ["b"]],
    ["none", "nobody", []],
    ["more than are named one by one", "many", ["a", "b", "many here"]],
    ["all", "*", ["a", "b", "many here", "c"]],
  ])("is searched where it is %s", async (_, text, wanted) => {
    expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(wanted);
  });

  it("is filtered by, also two references away", async () => {
    expect(await found("contact_id=1007")).toEqual(["a"]);
    const none = await master.send("GET", "/api/subscribers/?contact_id=1007&customer_external_id=a");
    expect(none.body.total_count).toBe(0);
  });
});
