import { describe, expect, it } from "vitest";
import { legacyTableUrl } from "../../../core/schema/legacyTableUrl.ts";
import { platformUntilEnd, type Reply } from "../../../testing/platform.ts";

const platform = await platformUntilEnd();
const master = await platform.as("master");
const { kysely } = platform.database;
const sets = ["alpha", "beta", "alpine", "50%_x"].map((name, index) => ({
  name,
  reseller_id: 2 + (index % 2),
  description: name === "beta" ? "second" : null,
}));
await kysely.insertInto("rewriterulesets").values(sets).execute();
const contracts = [
  { id: 90, type: "reseller", contact_id: 1, status: "active", external_id: "free" },
  { id: 91, type: "reseller", contact_id: 1, status: "terminated", external_id: "ended" },
  { id: 92, type: "sippeering", contact_id: 1, status: "active", external_id: "peer" },
] as const;
await kysely.insertInto("contracts").values(contracts).execute();

const table = (query: string, client = master) => client.send("GET", `/rewrite/ajax?sEcho=1&${query}`);
const rows = (reply: Reply) => reply.body.aaData as Record<string, unknown>[];
const names = (reply: Reply) => rows(reply).map(({ name }) => name);

describe("an older table", () => {
  it("returns a page with its own columns, references included", async () => {
    const reply = await table("iDisplayStart=0&iDisplayLength=2");
    expect(reply.body).toEqual({
      sEcho: 1,
      iTotalRecords: 4,
      iTotalDisplayRecords: 4,
      iTotalRecordCountClipped: false,
      iTotalDisplayRecordCountClipped: false,
      aaData: [
        { id: 1, reseller_name: "reseller 2", name: "alpha", description: null },
        { id: 2, reseller_name: "reseller 3", name: "beta", description: "second" },
      ],
    });
  });

  it.each([
    ["all rows for -1", "iDisplayLength=-1", 4],
    ["all rows without a length", "", 4],
    ["the rest from a start", "iDisplayStart=3&iDisplayLength=5", 1],
  ])("gives %s", async (_, query, length) => {
    expect(rows(await table(query))).toHaveLength(length);
  });

  it("sorts by column index, whatever its name", async () => {
    expect(names(await table("iSortCol_0=2&sSortDir_0=desc"))).toEqual(["beta", "alpine", "alpha", "50%_x"]);
    expect(rows(await table("iSortCol_0=1&sSortDir_0=desc"))[0]?.reseller_name).toBe("reseller 3");
    expect(names(await table("iSortCol_0=99"))).toEqual(["alpha", "beta", "alpine", "50%_x"]);
  });

  it.each([
    ["a beginning", "alp", ["alpha", "alpine"]],
    ["a beginning in any column", "SEC", ["beta"]],
    ["a part by stars", "*pin*", ["alpine"]],
    ["words of several columns between stars", "*second et*", ["beta"]],
    ["no words without stars", "second beta", []],
    ["special characters literally", "50%_", ["50%_x"]],
    ["no part without stars", "pin", []],
    ["what no text holds", "a%00", []],
  ])("searches by %s", async (_, search, expected) => {
    const reply = await table(`sSearch=${search.includes("%00") ? search : encodeURIComponent(search)}`);
    expect(names(reply)).toEqual(expected);
    expect(reply.body).toMatchObject({ iTotalRecords: 4, iTotalDisplayRecords: expected.length });
  });

  it("moves one record to the top, without repeating it", async () => {
    expect(names(await table("iIdOnTop=3&iDisplayLength=3"))).toEqual(["alpine", "alpha", "beta"]);
  });

  it("narrows its rows, except the one requested by id", async () => {
    const free = await master.send("GET", "/reseller/ajax_contract");
    expect(rows(free).map(({ id }) => id)).toEqual([90]);
    const withOwn = await master.send("GET", "/reseller/ajax_contract?iIdOnTop=2");
    expect(rows(withOwn).map(({ id }) => id)).toEqual([2, 90]);
    expect(rows(withOwn)[0]).toMatchObject({ contact_email: "owner@example.org" });
  });

  it("shows both kinds of contact in the table of all", async () => {
    const contact = { reseller_id: 2, email: "own@example.org" };
    await master.send("POST", "/api/customercontacts/", contact);
    const emails = async (path: string) => rows(await master.send("GET", path)).map(({ email }) => email);
    expect(await emails("/contact/ajax")).toEqual(["owner@example.org", "own@example.org"]);
    expect(await emails("/contact/ajax_noreseller")).toEqual(["owner@example.org"]);
  });

  it("leaves the rows of the owner in its path, of those that are visible", async () => {
    const templates = [2, 3].map((reseller_id) => ({ name: `of ${reseller_id}`, reseller_id }));
    await platform.database.kysely.insertInto("invoicetemplates").values(templates).execute();
    const read = async (owner: string, query = "", client = master) =>
      client.send("GET", `/invoicetemplate/ajax/reseller/${owner}${query}`);
    const [own, other] = [await read("2"), await read("3")];
    expect([names(own), own.body.iTotalRecords, names(other)]).toEqual([["of 2"], 1, ["of 3"]]);
    expect(names(await read("2", `?iIdOnTop=${rows(other)[0]?.id}`))).toEqual(["of 2"]);
    expect(names(await read("3", "", await platform.as("resellerTwo")))).toEqual([]);
    expect(names(await read("99999999999999999999"))).toEqual([]);
    expect((await read("x")).status).toBe(400);
  });

  it("every table the schemas declare can be read, sorted and searched", async () => {
    const { resources } = await import("../../../generated/all.gen.ts");
    for (const table of Object.values(resources).flatMap(({ descriptor }) => descriptor.legacyTables)) {
      const url = legacyTableUrl(table, 2);
      for (const index of table.columns.keys()) {
        const reply = await master.send("GET", `${url}?iSortCol_0=${index}&sSearch=1&iDisplayLength=3`);
        expect(reply.status, `${url} by column ${index}: ${reply.text}`).toBe(200);
      }
    }
  });
});

describe("without a session", () => {
  it("is refused in plain text", async () => {
    const reply = await platform.anonymous.send("GET", "/rewrite/ajax");
    expect(reply).toMatchObject({ status: 403, text: "Forbidden" });
    expect(reply.headers["content-type"]).toMatch(/^text\/plain/);
  });

  it("and with an expired one is a 401", async () => {
    const bad = { authorization: "Bearer nonsense" };
    expect((await platform.anonymous.send("GET", "/rewrite/ajax", undefined, bad)).status).toBe(401);
  });
});

describe("lists without a database", () => {
  it("name the countries, four at a time unless told otherwise", async () => {
    expect(rows(await master.send("GET", "/contact/country/ajax"))).toHaveLength(4);
    const found = await master.send("GET", "/contact/country/ajax?sSearch=austri&iDisplayLength=10");
    expect(rows(found)).toEqual([{ id: "AT", name: "Austria" }]);
    const top = await master.send("GET", "/contact/country/ajax?iIdOnTop=ZW&iDisplayLength=2");
    expect(rows(top)[0]).toEqual({ id: "ZW", name: "Zimbabwe" });
  });

  it("name the time zones, the platform's own first", async () => {
    const [first, second] = rows(await master.send("GET", "/contact/timezone_ajax/reseller/2"));
    expect(first).toEqual({ name: "UTC" });
    expect(second).toEqual({ name: "Africa/Abidjan" });
    const found = await master.send("GET", "/contact/timezone_ajax?sSearch=vienna");
    expect(rows(found)).toEqual([{ name: "Europe/Vienna" }]);
  });

  it("name the products customers can have", async () => {
    expect(names(await master.send("GET", "/product/ajax"))).toHaveLength(2);
  });
});
