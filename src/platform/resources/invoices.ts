import { sql } from "kysely";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { textIn } from "../../core/schema/valueAt.ts";
import { startOfMonth } from "../../core/telephony/balances/calendar.ts";
import { type ChargePeriod, chargesIn, monthFrom, monthOf } from "../../core/telephony/invoices/charges.ts";
import {
  creditNoteOf,
  type InvoiceDocument,
  type InvoiceParty,
} from "../../core/telephony/invoices/invoiceDocument.ts";
import { partyFields } from "../../core/telephony/invoices/placeholders.ts";
import type { FeeDirection } from "../../core/telephony/rating/billingFee.ts";
import { parseWireInstant, toRfc3339 } from "../../core/values/dateTime.ts";
import { memoize } from "../../core/values/memoize.ts";
import { anyOf } from "../db/statements.ts";
import { intervalsOf } from "../features/billing/billing.ts";
import { findProfileIdAt } from "../features/billing/billingIntervals.ts";
import { loadZones } from "../features/invoices/invoicedCalls.ts";
import { findOverlapping, previews } from "../features/invoices/invoicePreview.ts";
import { keepSource, loadSource } from "../features/invoices/invoiceSource.ts";
import {
  type InvoiceHead,
  type IssuedInvoice,
  issueCreditNote,
  issueInvoice,
} from "../features/invoices/issueInvoice.ts";
import { providerOf } from "../features/invoices/mailInvoice.ts";
import { NothingToBill } from "../features/invoices/monthlyInvoices.ts";
import { serverTexts } from "../http/language/serverTexts.ts";
import { digestOf, loadFile, storeRecordFile } from "../records/files/fileStore.ts";
import { isColumnChanged, violationAt } from "../records/hookHelpers.ts";
import type { HookContext, ReadContext, ResourceHooks, Row, WriteEvent } from "../resourceHooks.ts";

type Event = WriteEvent<"invoices">;

const directions: Readonly<Record<string, readonly FeeDirection[]>> = {
  in: ["in"],
  out: ["out"],
  in_out: ["in", "out"],
};

export const invoices: ResourceHooks<"invoices"> = {
  checks: {
    periodNeeded: violationAt("/period", async (event) => isOrder(event) && !(await spanOf(event))),
    periodAhead: {
      async beforeWrite(event) {
        const span = isOrder(event) ? await spanOf(event) : undefined;
        if (!span || span.start <= event.context.now) return [];
        return [{ pointer: event.input.period_start ? "/period_start" : "/period" }];
      },
    },
    periodInvoiced: {
      async beforeWrite(event) {
        const span = isOrder(event) && event.input.allow_overlap !== true ? await spanOf(event) : undefined;
        const [billed] = span ? await findOverlapping(event.context, event.values.customer_id ?? -1, span) : [];
        if (!billed) return [];
        const params = { serial: billed.serial ?? "", id: billed.id };
        return [{ pointer: event.input.period_start ? "/period_start" : "/period", params }];
      },
    },
    templateEmpty: violationAt("/template_id", async (event) => isOrder(event) && !(await svgOf(event))),
  },

  // After the checks, as it takes long and needs their answers.
  async afterWrite(event) {
    const { mode, context, row, values } = event;
    if (mode === "update") {
      if (isColumnChanged(event, "state") && values.state === "cancelled") await createCreditNote(context, row);
      return;
    }
    const showPreview = previews.get(context);
    const issued = row.cancels_id === null ? await issueOrderedInvoice(event) : await creditFor(context, row);
    if (showPreview) return showPreview(issued);
    if (row.generator === "auto" && isEmpty(issued)) throw new NothingToBill();
    await storeInvoiceDocument(context, row, issued);
  },

  afterRead: addPeriods,

  legacyColumns: {
    contract_product_name: sql`(select type from customers where id = ${sql.ref("table.customer_id")})`,
  },
};

/** Whether an invoice is requested, rather than a credit note made or an invoice cancelled. */
function isOrder({ mode, values }: Event): boolean {
  return mode === "create" && (values.cancels_id ?? null) === null;
}

const customerOf = memoize(async ({ context, values }: Event) => {
  const customer = await context.load("customers", values.customer_id ?? -1);
  const contact = await context.load("customercontacts", customer?.contact_id ?? -1);
  return { customer, contact, zone: contact?.timezone ?? context.timeZone };
});

/** The period to bill; undefined when none is named. */
const spanOf = memoize(async (event: Event): Promise<ChargePeriod | undefined> => {
  const { input } = event;
  const { zone } = await customerOf(event);
  const { timeZone } = event.context;
  const parseTime = (text: string | null | undefined) => (text ? parseWireInstant(text, timeZone) : null);
  const start = parseTime(input.period_start);
  if (start) {
    const end = parseTime(input.period_end);
    return end ? { start, end } : monthFrom(start, zone);
  }
  // The middle of the month is in it everywhere.
  const month = typeof input.period === "string" ? new Date(`${input.period}-15T12:00:00Z`) : null;
  return month ? monthFrom(startOfMonth(month, zone), zone) : undefined;
});

const svgOf = memoize(async ({ context, values }: Event): Promise<string | undefined> => {
  const file = await loadFile(context.db, { name: "invoicetemplates" }, values.template_id ?? -1, "data");
  return file && Buffer.from(file.content).toString("utf8");
});

async function issueOrderedInvoice(event: Event & { readonly row: Row<"invoices"> }): Promise<IssuedInvoice> {
  const { context, row } = event;
  const [{ customer, contact, zone }, span, svg] = [await customerOf(event), await spanOf(event), await svgOf(event)];
  const template = await context.load("invoicetemplates", Number(row.template_id));
  if (!customer || !template || !span || !svg) throw new Error("an invoice was ordered without validation");
  const intervals = intervalsOf(customer);
  const profileIdAt = (instant: Date) => findProfileIdAt(intervals, instant);
  const profiles = await context.db
    .selectFrom("billingprofiles")
    .select(["id", "name", "handle", "currency", "interval_charge", "ignore_domain"])
    .where("id", "=", anyOf(intervals.map(({ profile_id }) => profile_id)))
    .execute();
  const charged = new Map(
    profiles.map((profile) => [profile.id, { ...profile, interval_charge: Number(profile.interval_charge ?? 0) }]),
  );
  const profileOf = (instant: Date) => charged.get(profileIdAt(instant) ?? -1);
  const first = profileOf(span.start) ?? profileOf(span.end);
  const texts = await serverTexts(template.language ?? "en");
  const head: InvoiceHead = {
    issued: toRfc3339(context.now),
    start: toRfc3339(span.start),
    end: toRfc3339(span.end),
    zone,
    language: template.language ?? "en",
    currency: first?.currency ?? "",
    vatRate: customer.add_vat ? Number(customer.vat_rate ?? 0) : null,
    customer: { id: customer.id, externalId: customer.external_id ?? "" },
    client: toParty(contact),
    provider: toParty(await providerOf(context, Number(row.reseller_id))),
    profile: { name: first?.name ?? "", handle: first?.handle ?? "" },
  };
  return issueInvoice(context, {
    serial: previews.has(context) ? texts("invoices.document.preview") : undefined,
    resellerId: Number(row.reseller_id),
    svg,
    head,
    charges: chargesIn(span, zone, profileOf),
    calls: { ...span, customerId: customer.id, directions: directions[template.call_direction ?? "out"] ?? ["out"] },
    zonesOf: await loadZones(context, profiles, profileIdAt, texts("invoices.document.otherZone")),
  });
}

/** The month by the customer's time zone, of invoices that bill one. */
async function addPeriods(
  { db, timeZone }: ReadContext,
  rows: readonly Row<"invoices">[],
  records: WireRecord[],
): Promise<void> {
  const zones = await db
    .selectFrom("customers")
    .innerJoin("contacts", "contacts.id", "customers.contact_id")
    .select(["customers.id", "contacts.timezone"])
    .where("customers.id", "=", anyOf(new Set(rows.map(({ customer_id }) => Number(customer_id)))))
    .execute();
  const zoneOf = new Map(zones.map(({ id, timezone }) => [id, timezone]));
  for (const [index, { customer_id, period_start, period_end }] of rows.entries()) {
    const record = records[index];
    if (!record || !period_start || !period_end) continue;
    const span = { start: new Date(period_start), end: new Date(period_end) };
    record.period = monthOf(span, zoneOf.get(Number(customer_id)) ?? timeZone) ?? null;
  }
}

function toParty(contact: Row | undefined): InvoiceParty {
  return Object.fromEntries(partyFields.map((name) => [name, textIn(contact ?? {}, name)]));
}

function isEmpty({ document: { calls, net } }: IssuedInvoice): boolean {
  return calls === 0 && net === 0;
}

/** Cancels an invoice by another document. */
async function createCreditNote(context: HookContext, invoice: Row<"invoices">): Promise<void> {
  const { customer_id, template_id, period_start, period_end } = invoice;
  await context.insert("invoices", {
    ...{ customer_id, template_id, period_start, period_end },
    ...{ reseller_id: invoice.reseller_id, cancels_id: invoice.id, state: "credit_note" },
  });
}

async function creditFor(context: HookContext, { cancels_id, reseller_id }: Row<"invoices">): Promise<IssuedInvoice> {
  const source = await loadSource(context.db, Number(cancels_id));
  if (!source) throw new Error(`invoice ${cancels_id} was stored without what it was made from`);
  const document: Omit<InvoiceDocument, "serial"> = creditNoteOf(source.document, {
    serial: "",
    issued: toRfc3339(context.now),
  });
  return issueCreditNote(context, Number(reseller_id), { document, svg: source.svg });
}

/** Stores the document, what it was made from and what the record shows of it. */
async function storeInvoiceDocument(
  context: HookContext,
  { id }: Row<"invoices">,
  issued: IssuedInvoice,
): Promise<void> {
  const { document, svg, calls, pdf } = issued;
  await keepSource(context.db, id, { document, svg }, calls);
  const file = { media_type: "application/pdf", file_name: `invoice_${id}.pdf`, content: pdf };
  await storeRecordFile(context.db, { resource_name: "invoices", resource_id: id, field: "data" }, file);
  await context.db
    .updateTable("invoices")
    .set({
      serial: document.serial,
      period_start: document.start,
      period_end: document.end,
      currency: document.currency,
      amount_net: document.net,
      amount_vat: document.vat,
      amount_total: document.total,
      data: digestOf(pdf),
    })
    .where("id", "=", id)
    .execute();
}
