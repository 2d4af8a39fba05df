import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createdId, errorsOf } from "../../../tests/support/api.ts";
import { describeEnginesOnce } from "../../../tests/support/engines.ts";
import { pdfText } from "../../../tests/support/pdfText.ts";
import { readTemplate } from "../../core/telephony/invoices/invoiceSvg.ts";
import { removedFile, toFileValue } from "../../core/validation/fileValue.ts";
import { callRow, type ToldCall } from "../../testing/calls.ts";
import { type Client, itemsOf, openTestPlatform } from "../../testing/platform.ts";
import { writePdf } from "../features/invoices/invoicePdf.ts";
import { loadCalls, loadSource } from "../features/invoices/invoiceSource.ts";
import { makeMonthlyInvoices } from "../features/invoices/monthlyInvoices.ts";
import { defaultSettings } from "../runtime/settings.ts";
import { buildContext } from "../server/buildContext.ts";

const NOW = new Date("2026-12-05T10:00:00Z");
const pdf = { accept: "application/pdf" };
const svgOf = (flow = "", head = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842" font-size="9">\n${head}\n<g class="flow" data-top="60" data-bottom="800">${flow}</g></svg>`;
const drawing = (svg: string) => toFileValue({ type: "image/svg+xml", base64: Buffer.from(svg).toString("base64") });

describeEnginesOnce((open) => {
  async function start() {
    const platform = await openTestPlatform({ clock: () => NOW }, undefined, await open("tables"));
    const master = await platform.as("master");
    return { ...platform, master };
  }

  type Started = Awaited<ReturnType<typeof start>>;

  let started: Started;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.app.close());

  /** For each test others, as invoices are numbered by reseller. */
  async function makeReseller({ database: { kysely } }: Started): Promise<number> {
    const contract = { type: "reseller", contact_id: 1, status: "active" } as const;
    const { id } = await kysely.insertInto("contracts").values(contract).returning("id").executeTakeFirstOrThrow();
    const reseller = { contract_id: id, name: `billed ${id}`, status: "active" } as const;
    return (await kysely.insertInto("resellers").values(reseller).returning("id").executeTakeFirstOrThrow()).id;
  }

  /** A new reseller's customer in Vienna with a tariff of two zones and a monthly charge of 9.90, and a template. */
  async function fill(platform: Started, values: object = {}, billing: object = {}) {
    const { master } = platform;
    const reseller_id = await makeReseller(platform);
    const contact = { reseller_id, email: `c${reseller_id}@example.org`, company: "Ada & Söhne", country: "AT" };
    const contact_id = await master.create("customercontacts", { ...contact, timezone: "Europe/Vienna" });
    const profile = await master.create("billingprofiles", {
      ...{
        reseller_id,
        handle: `p${reseller_id}`,
        name: "Business",
        currency: "EUR",
        interval_charge: 990,
        ...billing,
      },
    });
    const fee = async (zone: string, destination: string) =>
      master.create("billingfees", {
        ...{ billing_profile_id: profile, match_mode: "prefix", source: "", destination },
        billing_zone_id: await master.create("billingzones", { billing_profile_id: profile, zone, detail: "Landline" }),
      });
    await fee("Austria", "43");
    await fee("Britain", "44");
    const customer = { type: "sipaccount", contact_id, billing_profile_id: profile, status: "active" };
    const customer_id = await master.create("customers", { ...customer, add_vat: true, vat_rate: 20, ...values });
    const template_id = await master.create("invoicetemplates", { reseller_id, name: "House style", language: "de" });
    return { reseller_id, customer_id, template_id };
  }

  type Filled = Awaited<ReturnType<typeof fill>>;

  async function call({ database }: Started, { reseller_id, customer_id }: Filled, values: Partial<ToldCall> = {}) {
    const common = { reseller_id, customer_id, own_cli: "4312345", other_cli: "442079460000", seconds: 90 };
    const told = { ...common, start_time: "2026-11-10T10:00:00Z", customer_cost: 10.125, ...values };
    await database.kysely.insertInto("calls").values(callRow(told)).execute();
  }

  const order = ({ master }: Started, { customer_id, template_id }: Filled, values: object = {}) =>
    master.send("POST", "/api/invoices/", { customer_id, template_id, period: "2026-11", ...values });

  const listed = async ({ master }: Started, { customer_id }: Filled, filter = "") =>
    itemsOf(await master.send("GET", `/api/invoices/?customer_id=${customer_id}&rows=50${filter}`), "invoices");

  async function read(client: Client, id: number) {
    return (await client.send("GET", `/api/invoices/${id}`)).body;
  }

  it("bills the calls and charges of a month in the customer's zone, as a PDF whose text says so", async () => {
    const filled = await fill(started);
    await call(started, filled);
    await call(started, filled, { other_cli: "4319999", customer_cost: 20.25 });
    // The last second of the month in Vienna, and the first of the next.
    await call(started, filled, { other_cli: "4318888", start_time: "2026-11-30T22:59:59Z", customer_cost: 1 });
    await call(started, filled, { other_cli: "4317777", start_time: "2026-11-30T23:00:00Z", customer_cost: 500 });
    for (const other of [{ status: "busy" }, { intra_customer: true }, { direction: "in" }] as const) {
      await call(started, filled, { customer_cost: 500, ...other });
    }
    const id = createdId(await order(started, filled));
    const record = await read(started.master, id);
    expect(record).toMatchObject({
      customer_id: filled.customer_id,
      serial: "INV2026110000001",
      state: "invoice",
      amount_net: 1021,
      amount_vat: 204,
      amount_total: 1225,
      period_start: "2026-10-31T23:00:00Z",
      period_end: "2026-11-30T22:59:59Z",
    });
    expect(record).not.toHaveProperty("data");
    const { headers, bytes } = await started.master.send("GET", `/api/invoices/${id}`, undefined, pdf);
    expect(headers["content-type"]).toBe("application/pdf");
    expect(headers["content-disposition"]).toContain(`filename="invoice_${id}.pdf"`);
    const [page = "", ...others] = await pdfText(bytes);
    expect(others).toEqual([]);
    for (const text of ["Rechnung", "INV2026110000001", "Ada & Söhne", "Britain Landline", "Austria Landline"]) {
      expect(page).toContain(text);
    }
    // Fee, zones, net, VAT and total: the lines add up to the net amount.
    for (const text of ["9,90", "0,10", "0,21", "10,21", "2,04", "12,25"]) expect(page).toContain(text);
    expect(page).toContain("4318888");
    expect(page).not.toContain("4317777");
    const shown = await started.master.send("GET", `/invoice/${id}/download`);
    expect([shown.headers["content-disposition"], shown.bytes.equals(bytes)]).toEqual(["inline", true]);
  });

  it("is the PDF for clients that do not ask for JSON", async () => {
    const id = createdId(await order(started, await fill(started)));
    for (const accept of ["*/*", "application/pdf", "text/html, */*"]) {
      const { headers } = await started.master.send("GET", `/api/invoices/${id}`, undefined, { accept });
      expect(headers["content-type"]).toBe("application/pdf");
    }
  });

  it("can be drawn again from what is stored with it, to the byte", async () => {
    const filled = await fill(started);
    for (let index = 0; index < 120; index++) await call(started, filled, { customer_cost: index + 0.1 });
    const id = createdId(await order(started, filled));
    const { bytes } = await started.master.send("GET", `/api/invoices/${id}`, undefined, pdf);
    const { kysely } = started.database;
    await sql`update billingzones set zone = 'renamed ' || id`.execute(kysely);
    await sql`delete from calls`.execute(kysely);
    await started.master.send("DELETE", `/api/invoicetemplates/${filled.template_id}`);
    const source = await loadSource(kysely, id);
    const template = readTemplate(source?.svg ?? "").template;
    if (!source || !template) throw new Error("the source is lost");
    const again = await writePdf({ template, document: source.document, readCalls: () => loadCalls(kysely, id) });
    expect(again.equals(bytes)).toBe(true);
    expect((await pdfText(bytes)).length).toBeGreaterThan(2);
    expect(await read(started.master, id)).toMatchObject({ template_id: null });
  });

  it("has numbers without gaps for each reseller, also of parallel and refused requests", async () => {
    const [two, three] = [await fill(started), await fill(started)];
    const orders = Array.from({ length: 24 }, (_, index) => {
      const period = index % 6 === 5 ? "2030-01" : "2026-11";
      return order(started, index % 2 ? two : three, { period, allow_overlap: true });
    });
    const replies = await Promise.all(orders);
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), ...Array(4).fill(422)]);
    for (const { reseller_id } of [two, three]) {
      const { rows } = await sql<{ serial: string }>`
        select serial from invoices where reseller_id = ${reseller_id} order by serial`.execute(
        started.database.kysely,
      );
      expect(rows.map(({ serial }) => Number(serial.slice(-7)))).toEqual(rows.map((_, index) => index + 1));
    }
    expect([...(await listed(started, two)), ...(await listed(started, three))]).toHaveLength(20);
  });

  it("bills no day twice unless it is asked to, also by two requests at once, and any again once cancelled", async () => {
    const filled = await fill(started);
    const replies = await Promise.all([order(started, filled), order(started, filled)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
    const [first] = await listed(started, filled);
    const refused = replies.find(({ status }) => status === 422);
    expect(refused?.body.errors).toMatchObject([
      {
        pointer: "/period",
        key: "rules.business.periodInvoiced",
        params: { serial: "INV2026110000001", id: first?.id },
      },
    ]);
    // The last second of the month in Vienna, and the first of the next.
    const from = (period_start: string) =>
      order(started, filled, { period: null, period_start, period_end: "2026-12-02T00:00:00Z" });
    expect(errorsOf(await from("2026-11-30T22:59:59Z"))).toEqual([...["/period_start rules.business.periodInvoiced"]]);
    expect((await from("2026-11-30T23:00:00Z")).status).toBe(201);
    expect((await order(started, filled, { allow_overlap: true })).status).toBe(201);
    for (const { id, period } of await listed(started, filled))
      if (period === "2026-11") await started.master.send("DELETE", `/api/invoices/${id}`);
    expect((await order(started, filled)).status).toBe(201);
  });

  it("is previewed with its lines, its PDF and the invoices of the same days, and then not there", async () => {
    const filled = await fill(started);
    await call(started, filled);
    const body = { customer_id: filled.customer_id, template_id: filled.template_id, period: "2026-11" };
    const preview = (values: object = {}, client = started.master) =>
      client.send("POST", "/api/invoices/preview", { ...body, ...values });
    const first = await preview();
    expect(first).toMatchObject({
      status: 200,
      body: {
        document: { serial: "Vorschau", currency: "EUR", net: 1000, vat: 200, total: 1200, calls: 1 },
        overlaps: [],
      },
    });
    const pages = await pdfText(Buffer.from(String(first.body.pdf), "base64"));
    expect(pages.join("")).toContain("Vorschau");
    expect(await listed(started, filled)).toEqual([]);
    const id = createdId(await order(started, filled));
    expect(await read(started.master, id)).toMatchObject({ serial: "INV2026110000001", period: "2026-11" });
    expect((await preview()).body.overlaps).toEqual([{ id, serial: "INV2026110000001" }]);
    expect(errorsOf(await preview({ period: "2999-01" }))).toEqual(["/period rules.business.periodAhead"]);
    expect((await preview({}, await started.as("resellerThree"))).status).toBe(422);
    expect(await listed(started, filled)).toHaveLength(1);
  });

  it("is cancelled by a credit note instead of deletion, once", async () => {
    const filled = await fill(started);
    await call(started, filled);
    const id = createdId(await order(started, filled));
    const remove = (one: number) => started.master.send("DELETE", `/api/invoices/${one}`);
    expect((await remove(id)).status).toBe(204);
    expect(await read(started.master, id)).toMatchObject({ state: "cancelled", amount_total: 1200 });
    const [credit] = await listed(started, filled, "&state=credit_note");
    expect(credit).toMatchObject({
      cancels_id: id,
      serial: "INV2026110000002",
      amount_net: -1000,
      amount_total: -1200,
    });
    const { bytes } = await started.master.send("GET", `/api/invoices/${credit?.id}`, undefined, pdf);
    const text = (await pdfText(bytes)).join("");
    expect(text).toContain("Gutschrift");
    expect(text).toContain("INV2026110000001");
    expect(text).not.toContain("Einzelverbindungen");
    for (const one of [id, Number(credit?.id)]) expect((await remove(one)).status).toBe(422);
    expect(await listed(started, filled)).toHaveLength(2);
  });

  it("needs a period that has begun, and a template of the reseller with a drawing", async () => {
    const [two, three] = [await fill(started), await fill(started)];
    expect(errorsOf(await order(started, two, { period: null }))).toEqual(["/period rules.business.periodNeeded"]);
    expect(errorsOf(await order(started, two, { period: "2027-01" }))).toEqual(["/period rules.business.periodAhead"]);
    const ahead = { period: null, period_start: "2999-01-01T00:00:00Z" };
    expect(errorsOf(await order(started, two, ahead))).toEqual(["/period_start rules.business.periodAhead"]);
    expect(errorsOf(await order(started, two, { period: "2026-13" }))).toEqual(["/period rules.format.year-month"]);
    expect(errorsOf(await order(started, { ...two, template_id: three.template_id }))).toEqual([
      "/template_id rules.business.otherReseller",
    ]);
    await sql`delete from recordfiles where resource_id = ${two.template_id}`.execute(started.database.kysely);
    expect(errorsOf(await order(started, two))).toEqual(["/template_id rules.business.templateEmpty"]);
    const foreign = await started.as("resellerTwo");
    const id = createdId(await order(started, three));
    for (const path of [`/api/invoices/${id}`, `/invoice/${id}/download`]) {
      expect((await foreign.send("GET", path)).status).toBe(404);
    }
    expect((await started.anonymous.send("GET", `/invoice/${id}/download`)).status).toBe(403);
  });

  it("is made every month for customers with a template, once, and not for nothing", async () => {
    const filled = await fill(started);
    const patch = [{ op: "replace", path: "/invoice_template_id", value: filled.template_id }];
    await started.master.send("PATCH", `/api/customers/${filled.customer_id}`, patch);
    const { kysely } = started.database;
    const { resources } = await import("../../generated/all.gen.ts");
    const settings = { ...defaultSettings, clock: () => NOW };
    const context = buildContext({ database: started.database, resources, settings, tokens: {} as never });
    expect(await Promise.all([makeMonthlyInvoices(context), makeMonthlyInvoices(context)])).toContain(1);
    expect(await makeMonthlyInvoices(context)).toBe(0);
    const made = await listed(started, filled);
    expect(made).toMatchObject([{ period_start: "2026-10-31T23:00:00Z", amount_net: 990 }]);
    await sql`update billingprofiles set interval_charge = 0`.execute(kysely);
    await sql`delete from invoices where customer_id = ${filled.customer_id}`.execute(kysely);
    expect(await makeMonthlyInvoices(context)).toBe(0);
    const { rows } = await sql<{ last: number }>`
      select last from invoicecounters where reseller_id = ${filled.reseller_id}`.execute(kysely);
    expect(rows).toEqual([{ last: 1 }]);
    // What somebody has billed by hand is not billed again.
    await sql`update billingprofiles set interval_charge = 990`.execute(kysely);
    createdId(await order(started, filled));
    expect(await makeMonthlyInvoices(context)).toBe(0);
    expect(await listed(started, filled)).toHaveLength(1);
  });

  it("stops when nobody waits for it any more, and stores nothing", async () => {
    const filled = await fill(started);
    await call(started, filled);
    const stop = new AbortController();
    const { resources } = await import("../../generated/all.gen.ts");
    const { database } = started;
    const context = buildContext({ database, resources, settings: defaultSettings, tokens: {} as never });
    const { platformAdmin, toActor } = await import("../records/actor.ts");
    const actor = toActor({ ...platformAdmin, id: 2, login: "master" });
    const counts = () =>
      Promise.all(
        ["invoices", "invoicecounters", "invoicesources"].map(async (table) => {
          const { rows } = await sql<{ count: number }>`
            select count(*)::integer as count from ${sql.table(table)}`.execute(database.kysely);
          return rows[0]?.count;
        }),
      );
    const before = await counts();
    const making = context.inTransaction(
      actor,
      async (unit) => {
        stop.abort();
        const { customer_id, template_id, reseller_id } = filled;
        const values = { customer_id, template_id, reseller_id, period_start: "2026-10-31T23:00:00Z" };
        return unit.insert("invoices", { ...values, state: "invoice" });
      },
      stop.signal,
    );
    await expect(making).rejects.toThrow(/abort/i);
    expect(await counts()).toEqual(before);
  });

  it("shows a template with sample data as a PDF, at the address of the older panel", async () => {
    const { reseller_id, template_id } = await fill(started);
    const read = async (client: Client, id = template_id) =>
      client.send("GET", `/invoicetemplate/${id}/editcontent/preview`);
    const { status, headers, bytes } = await read(started.master);
    expect([status, headers["content-type"], headers["content-disposition"]]).toEqual([
      200,
      "application/pdf",
      "inline",
    ]);
    expect((await pdfText(bytes)).join("\n")).toContain("Rechnung");
    expect((await read(await started.as("resellerThree"))).status).toBe(404);
    const empty = await started.master.create("invoicetemplates", { reseller_id, name: "Empty" });
    const removed = [{ op: "replace", path: "/data", value: removedFile }];
    await started.master.send("PATCH", `/api/invoicetemplates/${empty}`, removed);
    expect((await read(started.master, empty)).status).toBe(404);
  });

  it("has templates that start with a drawing in their language, and refuse wrong ones with the line", async () => {
    const { template_id } = await fill(started);
    const path = `/api/invoicetemplates/${template_id}`;
    const stored = await started.master.send("GET", path, undefined, { accept: "image/svg+xml" });
    expect(stored.headers["content-type"]).toContain("image/svg+xml");
    expect(stored.text).toContain("Einzelverbindungen");
    const save = (svg: string) =>
      started.master.send("PATCH", path, [{ op: "replace", path: "/data", value: drawing(svg) }]);
    const refused = await save(svgOf("", "<script/><text>[% invoice.seriel %]</text>"));
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([
      { pointer: "/data", key: "rules.business.templateForbidden", params: { line: 2, name: "script" } },
      { key: "rules.business.templateUnknown", params: { line: 2, name: "invoice.seriel", nearest: "invoice.serial" } },
    ]);
    expect((await save(svgOf('<g data-height="10"><text x="9" y="9">[% invoice.serial %]</text></g>'))).status).toBe(
      204,
    );
  });
});
