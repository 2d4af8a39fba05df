import { beforeEach, describe, expect, it } from "vitest";
import { csv, problemsOf, reportOf, streaming } from "../../testing/csv.ts";
import { type Client, itemsOf, platformUntilEnd } from "../../testing/platform.ts";

const path = "/api/vouchers/";

const platform = await platformUntilEnd();
const admins = platform.database.kysely.updateTable("admins");
await admins.set({ billing_data: false }).where("login", "=", "system").execute();
const [master, two, blind] = await Promise.all([
  platform.as("master"),
  platform.as("resellerTwo"),
  platform.as("system"),
]);
beforeEach(async () => {
  await platform.database.kysely.deleteFrom("vouchers").execute();
});

const upload = (client: Client, lines: readonly string[], query = "") =>
  client.send("POST", `${path}${query}`, lines.join("\r\n"), csv);
const check = async (client: Client, lines: readonly string[], query = "") =>
  reportOf(await client.send("POST", `${path}?check=true${query}`, lines.join("\r\n"), streaming));
const vouchers = async () =>
  itemsOf(await master.send("GET", `${path}?rows=1000&order_by=id`), "vouchers").map(
    ({ code, amount, reseller_id, valid_until }) => [code, amount, reseller_id, valid_until],
  );

describe("a file of vouchers", () => {
  it("begins each line with the reseller, of callers who have several", async () => {
    const reply = await upload(master, ["2,A-1,1000,2031-12-31 12:00:00,,", "3,A-1,500,2031-06-30,,"]);
    expect([reply.status, reply.text]).toEqual([201, ""]);
    expect(await vouchers()).toEqual([
      ["A-1", 1000, 2, "2031-12-31 12:00:00"],
      ["A-1", 500, 3, "2031-06-30 23:59:59"],
    ]);
  });

  it("has no reseller for those of one, twice in a row too", async () => {
    for (const code of ["B-1", "B-2"]) {
      await upload(master, [`3,${code},1,2031-12-31,,`]);
      expect((await upload(two, [`${code},1000,2031-12-31,,`])).status).toBe(201);
    }
    expect((await vouchers()).map(([code, , reseller]) => [code, reseller])).toEqual([
      ["B-1", 3],
      ["B-1", 2],
      ["B-2", 3],
      ["B-2", 2],
    ]);
  });

  it("is stored as a whole or not at all, and every wrong line is told with its rule", async () => {
    await upload(master, ["2,TAKEN,1000,2031-12-31,,"]);
    const good = Array.from({ length: 1200 }, (_, index) => `2,D-${index},1000,2031-12-31,,`);
    const lines = [...good];
    lines[10] = "2,TAKEN,1000,2031-12-31,,";
    lines[20] = "2,D-0,1000,2031-12-31,,";
    lines[30] = "2,D-30,-5,2031-12-31,,";
    lines[40] = "2,D-40,1e99,2031-12-31,,";
    lines[50] = `2,${"x".repeat(129)},1000,2031-12-31,,`;
    lines[60] = "2,D-60,1000,2038-01-01,,";
    lines[70] = "2,D-70,1000,2031-02-30,,";
    lines[80] = "2,D-80,1000,2031-12-31,999,";
    lines[90] = "2,D-90,1000";
    lines[600] = "99,D-600,1000,2031-12-31,,";
    lines[1100] = ",D-1100,1000,2031-12-31,,";
    const expected = [
      [11, "code rules.unique"],
      [21, "code rules.csv.twice"],
      [31, "amount rules.minimum"],
      [41, "amount rules.type.number"],
      [51, "code rules.maxLength"],
      [61, "valid_until rules.format.timestamp"],
      [71, "valid_until rules.format.timestamp"],
      [81, "customer_id rules.reference"],
      [91, " rules.csv.columns"],
      [601, "reseller_id rules.reference"],
      [1101, "reseller_id rules.required"],
    ];
    const report = await check(master, lines);
    expect(problemsOf(report)).toEqual(expected);
    expect(report).toMatchObject({ isStored: false, lines: 1200, good: 1189, bad: 11 });
    const refused = await upload(master, lines);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toContainEqual(expect.objectContaining({ pointer: "/31/amount", rule: "minimum" }));
    expect(await vouchers()).toHaveLength(1);
    expect((await upload(master, good)).status).toBe(201);
    expect(await vouchers()).toHaveLength(1000);
  });

  it("replaces all vouchers that the caller sees, if asked to, and nobody else's", async () => {
    await upload(master, ["2,OLD-2,1000,2031-12-31,,", "3,OLD-3,1000,2031-12-31,,"]);
    const lines = ["NEW,5,2031-12-31,,", "OLD-2,5,2031-12-31,,"];
    expect((await check(two, lines, "&purge_existing=true")).purged).toEqual({ vouchers: 1 });
    // Without the purge a code is taken.
    expect((await upload(two, lines)).status).toBe(422);
    expect((await upload(two, [...lines, "bad"], "?purge_existing=true")).status).toBe(422);
    expect((await vouchers()).map(([code]) => code)).toEqual(["OLD-2", "OLD-3"]);
    expect((await upload(two, lines, "?purge_existing=true")).status).toBe(201);
    expect((await vouchers()).map(([code]) => code)).toEqual(["OLD-3", "NEW", "OLD-2"]);
    expect((await upload(master, ["3,ONLY,5,2031-12-31,,"], "?purge_existing=1")).status).toBe(201);
    expect((await vouchers()).map(([code]) => code)).toEqual(["ONLY"]);
  });

  it("tells how many of the vouchers that it replaces were redeemed", async () => {
    await upload(master, ["2,OLD-1,1,2031-12-31,,", "2,OLD-2,1,2031-12-31,,", "3,OLD-1,1,2031-12-31,,"]);
    const { kysely } = platform.database;
    await kysely.updateTable("vouchers").set({ used_at: new Date() }).where("code", "=", "OLD-1").execute();
    const counts = { purged: { vouchers: 2 }, purgedMarked: 1 };
    expect(await check(two, ["NEW,5,2031-12-31,,"], "&purge_existing=true")).toMatchObject(counts);
    expect((await check(two, ["NEW,5,2031-12-31,,"])).purgedMarked).toBeUndefined();
    const reply = await two.send("POST", `${path}?purge_existing=true`, "NEW,5,2031-12-31,,", streaming);
    expect(reportOf(reply)).toMatchObject(counts);
  });

  it("needs the right to billing data", async () => {
    expect((await upload(blind, ["2,E-1,1000,2031-12-31,,"])).status).toBe(403);
    expect(await vouchers()).toEqual([]);
  });

  it("leaves no code in the journal, and cannot be downloaded", async () => {
    await upload(master, ["2,SECRET-1,1000,2031-12-31,,"]);
    const entries = await platform.database.kysely.selectFrom("journals").selectAll().execute();
    expect(entries.filter(({ resource_key }) => resource_key === "csv").length).toBeGreaterThan(0);
    expect(JSON.stringify(entries)).not.toContain("SECRET-1");
    const download = await master.send("GET", path, undefined, { accept: "text/csv" });
    expect([download.status, download.body.key]).toEqual([400, "errors.csv_unsupported"]);
    const exported = await master.send("GET", `${path}?format=csv`);
    expect(exported.status).toBe(200);
    expect(exported.text).not.toContain("SECRET-1");
  });
});
