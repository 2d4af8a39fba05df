import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { resources } from "../../generated/all.gen.ts";
import { itemsOf, platformUntilEnd } from "../../testing/platform.ts";

const rows = 2_600;

/** Contacts of two resellers, in an order of their own by each column, some of them hostile. */

const csv = (query: string, client = master, resource = "customercontacts") =>
  client.send("GET", `/api/${resource}/?format=csv&${query}`);
/** Cells of a text without quoted line ends. */
const table = (text: string) =>
  text
    .split("\r\n")
    .slice(0, -1)
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, a, b = ""]) => a ?? b));

const platform = await platformUntilEnd();
const contacts = Array.from({ length: rows }, (_, index) => ({
  email: `c${String((index * 7919) % rows).padStart(4, "0")}@two.example`,
  reseller_id: index % 4 === 0 ? 3 : 2,
  status: "active" as const,
  city: index % 3 === 0 ? null : `city ${index % 5}`,
  company: index === 0 ? '=HYPERLINK("http://evil","x")' : `Company, "${index}"`,
  phonenumber: index === 0 ? "+431234567" : null,
}));
await platform.database.kysely.insertInto("contacts").values(contacts).execute();
const master = await platform.as("master");

/** Values of a field on all pages of the list. */
async function listed(query: string, field: string, client = master): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const reply = await client.send("GET", `/api/customercontacts/?rows=1000&page=${page}&${query}`);
    found.push(...itemsOf(reply, "customercontacts").map((record) => String(record[field])));
    if (found.length >= Number(reply.body.total_count)) return found;
  }
}

describe("an export", () => {
  it.each([
    ["", "no filter"],
    ["order_by=email&order_by_direction=desc", "another order"],
    ["order_by=city", "an order with gaps"],
    ["reseller_id=3&email=c0*", "filters"],
    ["search=two", "a search"],
    ["email=nobody", "what nobody matches"],
  ])("has the rows of the list in their order: %s", async (query) => {
    const reply = await csv(`columns=id&${query}`);
    const [heading, ...lines] = table(reply.text);
    expect(heading).toEqual(["id"]);
    expect(lines.map(([id]) => id)).toEqual(await listed(query, "id"));
    expect(reply.headers["x-total-count"]).toBe(String(lines.length));
  });

  it("is a file in CSV with the headings that were asked for, and a byte order mark if it is wanted", async () => {
    const query = `columns=@title,reseller_id.name&headings=${encodeURIComponent('["E-Mail","Händler"]')}&order_by=id&bom=1`;
    const { headers, text, bytes } = await csv(query);
    expect(headers["content-type"]).toContain("text/csv; charset=utf-8");
    expect(headers["content-disposition"]).toBe('attachment; filename="customercontacts.csv"');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(table(text.slice(1)).slice(0, 2)).toEqual([
      ["E-Mail", "Händler"],
      ["c0000@two.example", "reseller 3"],
    ]);
  });

  it("holds nothing that a spreadsheet would run, and numbers as they are", async () => {
    const { text } = await csv("columns=company,phonenumber&email=c0000*");
    expect(text.split("\r\n")[1]).toBe('"\'=HYPERLINK(""http://evil"",""x"")",+431234567');
  });

  it("has the caller's rows only, and of those what the caller may read", async () => {
    const reseller = await platform.as("resellerThree");
    const { text } = await csv("columns=id,reseller_id.name", reseller);
    const [, ...lines] = table(text);
    expect(lines.map(([id]) => id)).toEqual(await listed("", "id", reseller));
    expect(lines).toHaveLength(rows / 4);
    expect(new Set(lines.map(([, name]) => name))).toEqual(new Set([""]));
    expect((await csv("columns=id", await platform.as("intercept"))).status).toBe(403);
    expect((await csv("columns=id", platform.anonymous)).status).toBe(401);
  });

  it.each([
    "columns=nothing",
    "columns=password",
    "columns=id&headings=[",
    "columns=id&headings=[]",
    "columns=id&time_zone=Nowhere/Else",
  ])("refuses %s", async (query) => {
    expect((await csv(query)).status).toBe(400);
  });

  it("is there for every list that can be read, those included that are worked out for each request", async () => {
    const lists = Object.values(resources).filter(({ descriptor }) => descriptor.operations.includes("list"));
    for (const { descriptor } of lists) {
      const { name } = descriptor;
      const list = await master.send("GET", `/api/${name}/?rows=1`);
      // As the panel does, with its own parameters: none of them filters.
      const reply = await csv("time_zone=Europe/Vienna&bom=1", master, name);
      expect(reply.status, name).toBe(list.status);
      if (reply.status === 200) expect(reply.headers["x-total-count"], name).toBe(String(list.body.total_count));
    }
  });

  it("has the filters and the order of a list that is worked out", async () => {
    const { text } = await csv("columns=@title,id&group=music_on_hold&order_by=handle", master, "soundhandles");
    const list = await master.send("GET", "/api/soundhandles/?group=music_on_hold&order_by=handle");
    const [heading, ...lines] = table(text);
    expect(heading).toEqual(["'@title", "id"]);
    expect(lines).toEqual(itemsOf(list, "soundhandles").map(({ handle, id }) => [handle, String(id)]));
    expect(lines.length).toBeGreaterThan(0);
    expect((await csv("", platform.anonymous, "soundhandles")).status).toBe(401);
  });
});

it("a reader that goes away ends the reading of rows, and may have so many at once and no more", async () => {
  await platform.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = platform.app.server.address() as AddressInfo;
  const { body } = await platform.anonymous.send("POST", "/login_jwt", {
    username: "master",
    password: "Right-horse9",
  });
  const path = "/api/customercontacts/?format=csv";
  const start = () =>
    new Promise<() => void>((resolve, reject) => {
      const asked = request({ port, host: "127.0.0.1", path, headers: { authorization: `Bearer ${body.jwt}` } });
      asked.once("response", (answer) => {
        answer.on("error", () => undefined).pause();
        resolve(() => answer.destroy());
      });
      asked.once("error", reject).end();
    });
  // Far more than sockets hold, so that the server has to wait for its readers.
  await sql`update contacts set company = repeat('x', 20000)`.execute(platform.database.kysely);
  const leave = [await start(), await start()];
  expect(await csv("columns=id")).toMatchObject({ status: 429, body: { key: "errors.too_many_exports" } });
  for (const end of leave) end();
  await expect.poll(async () => (await csv("columns=id&email=nobody")).status).toBe(200);
});
