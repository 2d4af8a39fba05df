import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../../../core/schema/descriptor.ts";
import { MEGABYTE } from "../../../core/values/bytes.ts";
import { csv, messagesOf, problemsOf, reportOf, streaming } from "../../../testing/csv.ts";
import { itemsOf, platformUntilEnd } from "../../../testing/platform.ts";

const path = "/api/lnpnumbers/";

const platform = await platformUntilEnd();
const admin = await platform.as("master");
beforeEach(async () => {
  await sql`delete from lnpnumbers`.execute(platform.database.kysely);
  await sql`delete from lnpcarriers`.execute(platform.database.kysely);
  await sql`delete from journals`.execute(platform.database.kysely);
});

const upload = (text: string, query = "", client = admin) => client.send("POST", `${path}${query}`, text, csv);
const check = async (text: string, query = "") =>
  reportOf(await admin.send("POST", `${path}?check=true${query}`, text, streaming));
const store = async (text: string, query = "") =>
  reportOf(await admin.send("POST", `${path}${query}`, text, streaming));
const count = async (name: string) => Number((await admin.send("GET", `/api/${name}/?rows=1`)).body.total_count);
const line = (number: string, more: { carrier?: string; start?: string; end?: string; type?: string } = {}) =>
  `${more.carrier ?? "Alpha"},A1,${number},,${more.start ?? "2026-01-01"},${more.end ?? ""},0,1,${more.type ?? "fix"}`;
const lines = (...all: string[]) => `${all.join("\r\n")}\r\n`;

describe("an upload by a program", () => {
  it("returns 201 without a body, skips bad lines and creates missing carriers", async () => {
    await admin.send("POST", "/api/lnpcarriers/", { name: "Alpha", prefix: "old" });
    const reply = await upload(lines(line("431"), line("x"), line("432", { carrier: "Beta" })));
    expect([reply.status, reply.text]).toEqual([201, ""]);
    const numbers = itemsOf(await admin.send("GET", `${path}?order_by=number`), "lnpnumbers");
    expect(numbers.map(({ number, start, type }) => [number, start, type])).toEqual([
      ["431", "2026-01-01", "fix"],
      ["432", "2026-01-01", "fix"],
    ]);
    const carriers = itemsOf(await admin.send("GET", "/api/lnpcarriers/?order_by=name"), "lnpcarriers");
    expect(carriers.map(({ name, prefix, skip_rewrite }) => [name, prefix, skip_rewrite])).toEqual([
      ["Alpha", "old", false],
      ["Beta", "A1", true],
    ]);
  });

  it("may have a header line, in any order, with a byte order mark and semicolons", async () => {
    const file = "\u{feff}id;number;carrier_name;carrier_prefix\n7;431;Alpha;A1\n";
    expect((await upload(file)).status).toBe(201);
    expect(itemsOf(await admin.send("GET", path), "lnpnumbers")).toMatchObject([{ number: "431", start: null }]);
  });

  it("accepts a charset with its type, and dates with the times that older platforms write", async () => {
    const file = line("431", { start: "2026-01-01 00:00:00", end: "2026-12-31 23:59:59" });
    expect((await admin.send("POST", path, file, { "content-type": "text/csv; charset=utf-8" })).status).toBe(201);
    const [number] = itemsOf(await admin.send("GET", path), "lnpnumbers");
    expect(number).toMatchObject({ start: "2026-01-01", end: "2026-12-31" });
  });
});

describe("a phonebook", () => {
  const book = (text: string) => admin.send("POST", "/api/resellerphonebookentries/?reseller_id=1", text, csv);
  const entries = async () =>
    itemsOf(await admin.send("GET", "/api/resellerphonebookentries/?order_by=id"), "resellerphonebookentries").map(
      ({ name, number }) => [name, number],
    );

  it("is read with the separator that makes its lines records", async () => {
    expect((await book("Müller, Hans;+4312345601\r\nOrtner, Eva;+4312345602\r\n")).status).toBe(201);
    expect(await entries()).toEqual([
      ["Müller, Hans", "+4312345601"],
      ["Ortner, Eva", "+4312345602"],
    ]);
  });

  it("is shown as it is read by a check", async () => {
    const text = "Müller, Hans;+4312345601\r\nOrtner, Eva;+4312345602\r\n";
    const query = "?reseller_id=1&check=true";
    const { sample } = reportOf(await admin.send("POST", `/api/resellerphonebookentries/${query}`, text, streaming));
    expect(sample).toEqual([
      { line: 1, cells: { name: "Müller, Hans", number: "+4312345601" } },
      { line: 2, cells: { name: "Ortner, Eva", number: "+4312345602" } },
    ]);
  });

  it.each([
    ["Name,Phone\r\nIda Berg,+4791234567\r\n", "Phone"],
    ["Kontakt;Telefon\nIda Berg;+4791234567\n", "Kontakt, Telefon"],
  ])("is refused with the unknown names in its header: %j", async (text, names) => {
    const before = await entries();
    const { status, body } = await book(text);
    const params = { names, columns: "name, number" };
    expect([status, body.errors]).toMatchObject([422, [{ key: "rules.csv.header", params }]]);
    expect(await entries()).toEqual(before);
  });

  it("is refused where no line is good, with line, column and value", async () => {
    const { status, body } = await book("Ida Berg,4.91522E+11\n");
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { pointer: "/1/number", params: { line: 1, column: "number", value: "4.91522E+11" } },
    ]);
  });
});

describe("a check", () => {
  it("reports every bad line with column, value and reason, and stores nothing", async () => {
    await upload(line("430"));
    const report = await check(
      lines(
        line("431"),
        line("43x"),
        line(""),
        line("432", { start: "2026-02-30" }),
        line("433", { start: "2026-02-02", end: "2026-02-01" }),
        line("434", { type: "t".repeat(32) }),
        line("430"),
        line("431"),
        "Alpha,A1,435",
        `Alpha,A1,"436`,
        line("437", { carrier: "" }),
        line("438", { carrier: "c".repeat(32) }),
        "Gamma,,439,,,,maybe,,",
      ),
    );
    expect(problemsOf(report)).toEqual([
      [2, "number rules.format.digits"],
      [3, "number rules.required"],
      [4, "start rules.format.date"],
      [5, "end rules.before"],
      [6, "type rules.maxLength"],
      [7, "number rules.unique"],
      [8, "number rules.csv.twice"],
      [9, " rules.csv.columns"],
      [10, " rules.csv.quote"],
      [11, "carrier_name rules.required"],
      [12, "carrier_name rules.maxLength"],
      [13, "carrier_prefix rules.required", "carrier_authoritative rules.type.boolean"],
    ]);
    expect(report).toMatchObject({ isStored: false, lines: 13, good: 1, bad: 12, purged: {}, created: {} });
    expect(report.badLines[0]?.problems[0]).toMatchObject({ value: "43x", pointer: "/number" });
    expect(report.badLines[6]?.problems[0]?.params).toEqual({ line: 1 });
    expect(await count("lnpnumbers")).toBe(1);
  });

  it("creates no carrier for an invalid line", async () => {
    const file = lines(line("x", { carrier: "Beta" }), line("431", { carrier: "Gamma" }));
    expect((await check(file)).created).toEqual({ lnpcarriers: 1 });
    expect((await store(file)).created).toEqual({ lnpcarriers: 1 });
    expect(itemsOf(await admin.send("GET", "/api/lnpcarriers/"), "lnpcarriers")).toMatchObject([{ name: "Gamma" }]);
  });

  it("counts what a purge would delete: numbers and no carriers; their values are free", async () => {
    await upload(lines(line("430"), line("431", { carrier: "Beta" })));
    const file = lines(line("430"), line("432"));
    const outcome = { good: 2, purged: { lnpnumbers: 2 }, created: {} };
    expect(await check(file, "&purge_existing=true")).toMatchObject(outcome);
    expect(await count("lnpnumbers")).toBe(2);
    expect(await store(file, "?purge_existing=true")).toMatchObject({ isStored: true, ...outcome });
    expect([await count("lnpnumbers"), await count("lnpcarriers")]).toEqual([2, 2]);
  });

  it("reports progress, and lists at most a thousand bad lines", async () => {
    const reply = await admin.send("POST", `${path}?check=true`, lines(...Array(1200).fill(line("x"))), streaming);
    const messages = messagesOf(reply);
    const steps = messages.flatMap((message) => ("progress" in message ? [message.progress.lines] : []));
    expect(steps).toEqual([500, 1000, 1200]);
    expect(reportOf(reply)).toMatchObject({ lines: 1200, bad: 1200 });
    expect(reportOf(reply).badLines).toHaveLength(1000);
  });

  it("rejects a file that is not UTF-8, too large or empty", async () => {
    for (const [file, encoding] of [
      [Buffer.from("Zürich,A1,431,,,,0,0,", "latin1"), "Windows-1252"],
      [Buffer.from("\u{feff}Zürich,A1,431,,,,0,0,", "utf16le"), "UTF-16"],
      [Buffer.from("\u{feff}Zürich,A1,431,,,,0,0,", "utf16le").swap16(), "UTF-16"],
      [Buffer.from("Alpha,A1,431,,,,0,0,", "utf16le"), "UTF-16"],
    ] as const) {
      const { body } = await admin.send("POST", path, file, csv);
      expect(body).toMatchObject({ code: 422, key: "errors.csv_encoding", params: { encoding } });
    }
    const large = Buffer.alloc(16 * MEGABYTE + 1, "a");
    expect((await admin.send("POST", path, large, csv)).body).toMatchObject({
      code: 413,
      key: "errors.csv_too_large",
      params: { megabytes: 16 },
    });
    expect(await check("number,carrier_name\n")).toMatchObject({ lines: 0, good: 0, bad: 0 });
  });
});

describe("storing", () => {
  it("is one transaction: a failure in the middle leaves nothing", async () => {
    await upload(line("430"));
    // An unforeseen failure: the database refuses a row of the second part.
    await sql`alter table lnpnumbers add constraint pb_test check (number <> '4300900')`.execute(
      platform.database.kysely,
    );
    const file = lines(
      ...Array.from({ length: 1000 }, (_, index) => line(String(4_300_000 + index), { carrier: "Beta" })),
    );
    try {
      const last = messagesOf(await admin.send("POST", `${path}?purge_existing=true`, file, streaming)).at(-1);
      expect(last).toMatchObject({ error: { code: 500, key: "errors.internal" } });
      expect((await upload(file)).status).toBe(500);
    } finally {
      await sql`alter table lnpnumbers drop constraint pb_test`.execute(platform.database.kysely);
    }
    expect([await count("lnpnumbers"), await count("lnpcarriers")]).toEqual([1, 1]);
    expect((await upload(file)).status).toBe(201);
    expect(await count("lnpnumbers")).toBe(1001);
  });

  it("writes a single journal entry", async () => {
    await upload(lines(line("431"), line("x"), line("432")));
    const { rows } = await sql<{ changes: { [name: string]: { after: Json } } }>`
      select resource_key, operation, username, changes from journals where resource_name = 'lnpnumbers'`.execute(
      platform.database.kysely,
    );
    expect(rows).toMatchObject([{ resource_key: "csv", operation: "create", username: "master" }]);
    expect(rows[0]?.changes).toMatchObject({
      stored: { after: 2 },
      skipped: { after: 1 },
      created_lnpcarriers: { after: 1 },
    });
  });

  it("requires the right to create, and its purge the right to delete", async () => {
    for (const login of ["resellerTwo", "reader", "care"] as const) {
      expect((await upload(line("431"), "", await platform.as(login))).status).toBe(403);
    }
    expect((await platform.anonymous.send("POST", path, line("431"), csv)).status).toBe(401);
    expect(await count("lnpnumbers")).toBe(0);
  });
});

describe("ported numbers", () => {
  it("are filtered by whether they are in force today, and deleted by number", async () => {
    await upload(
      lines(
        line("431", { start: "2000-01-01", end: "2000-12-31" }),
        line("431", { start: "2001-01-01", carrier: "Beta" }),
        line("432", { start: "2999-01-01" }),
      ),
    );
    const found = async (query: string) =>
      itemsOf(await admin.send("GET", `${path}?order_by=start&${query}`), "lnpnumbers").map(({ start }) => start);
    expect(await found("actual=1")).toEqual(["2001-01-01"]);
    expect(await found("actual=0")).toHaveLength(3);
    // Every text that is not off narrows the list.
    expect(await found("actual=yes")).toEqual(["2001-01-01"]);
    expect((await admin.send("DELETE", `${path}?number=431&actual=true`)).status).toBe(204);
    expect(await found("")).toEqual(["2000-01-01", "2999-01-01"]);
    expect((await admin.send("DELETE", `${path}?number=431`)).status).toBe(204);
    expect(await found("")).toEqual(["2999-01-01"]);
    const table = await admin.send("GET", "/lnp/number_actual_ajax?sEcho=1&iDisplayStart=0&iDisplayLength=10");
    expect(table.body.iTotalRecords).toBe(0);
  });

  it("are only deleted by filters that are all known, in use and readable", async () => {
    await upload(lines(line("431", { carrier: "Beta" }), line("432")));
    const cases = [
      ["", "errors.filter_needed", "number"],
      ["actual=1", "errors.filter_needed", "number"],
      ["number=", "errors.filter_needed", "number"],
      ["number=%20", "errors.filter_needed", "number"],
      ["number=43*&actual=", "errors.filter_needed", "actual"],
      ["number=43*&carier_id=1", "errors.filter_unknown", "carier_id"],
      ["number=43*&routing_number=1", "errors.filter_unknown", "routing_number"],
      ["number=43*&rows=1", "errors.filter_unknown", "rows"],
      ["number=43*&actual=yes", "errors.filter_unreadable", "actual"],
      ["number=43*&carrier_id=Beta", "errors.filter_unreadable", "carrier_id"],
      ["number=43*&id=1,x", "errors.filter_unreadable", "id"],
    ];
    for (const [query, key, name] of cases) {
      const { body } = await admin.send("DELETE", `${path}?${query}`);
      expect(body, query).toMatchObject({ code: 422, key, params: { name } });
    }
    expect((await admin.send("DELETE", `${path}?number=433`)).status).toBe(404);
    expect(await count("lnpnumbers")).toBe(2);
    expect((await admin.send("DELETE", `${path}?number=43*&order_by=number&actual=1`)).status).toBe(204);
    expect(await count("lnpnumbers")).toBe(0);
  });

  it("are purged by a file only without parameters that would go unheeded", async () => {
    await upload(lines(line("431")));
    for (const query of ["carrier_id=1", "number=431", "chek=1", "check=yes"]) {
      const { body } = await upload(lines(line("432")), `?purge_existing=1&${query}`);
      expect(body, query).toMatchObject({ code: 422, params: { name: query.split("=")[0] } });
    }
    expect(await count("lnpnumbers")).toBe(1);
  });
});
