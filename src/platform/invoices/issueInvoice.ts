import { sql } from "kysely";
import { wallTime } from "../../core/dateTime.ts";
import { type Charge, exact, type InvoiceDocument, sumInvoice, ZoneSums } from "../../core/invoices/invoiceDocument.ts";
import { readTemplate } from "../../core/invoices/invoiceSvg.ts";
import type { Work } from "../entityHooks.ts";
import { type CallQuestion, countCalls, readCalls, type ZoneOf } from "./invoicedCalls.ts";
import { writePdf } from "./invoicePdf.ts";
import { type PackedCalls, packCalls, unpackCalls } from "./invoiceSource.ts";
import { limitDrawing } from "./limitDrawing.ts";

/** What an invoice is about, besides its lines and its number. */
export type InvoiceHead = Omit<
  InvoiceDocument,
  "serial" | "cancels" | "calls" | "fees" | "zones" | "net" | "vat" | "total"
>;

export interface InvoiceOrder {
  /** In place of the next number: of previews. */
  readonly serial: string | undefined;
  readonly resellerId: number;
  readonly svg: string;
  readonly head: InvoiceHead;
  readonly charges: readonly Charge[];
  readonly calls: CallQuestion;
  readonly zoneOf: ZoneOf;
}

export interface IssuedInvoice {
  readonly document: InvoiceDocument;
  readonly svg: string;
  readonly calls: readonly PackedCalls[];
  readonly pdf: Buffer;
}

/** Collects the calls, adds them up, and draws the document under the reseller's next number. */
export async function issueInvoice(work: Work, order: InvoiceOrder): Promise<IssuedInvoice> {
  const { head, charges, svg } = order;
  const zones = new ZoneSums();
  const batches: PackedCalls[] = [];
  let calls = 0;
  work.tally.canStop = work.signal !== undefined;
  work.tally.found += await countCalls(work, order.calls);
  for await (const batch of readCalls(work, order.calls, order.zoneOf)) {
    work.signal?.throwIfAborted();
    for (const call of batch) zones.add(call, exact(call.cost));
    batches.push(await packCalls(batch));
    calls += batch.length;
    // Half of the work: the other half is drawing them.
    work.tally.done += batch.length / 2;
  }
  const sums = sumInvoice({ charges, zones }, head);
  const serial = order.serial ?? (await takeSerial(work, order.resellerId, head));
  return draw(work, { ...head, ...sums, serial, cancels: null, calls }, svg, batches);
}

/** The document that cancels another one. */
export async function issueCreditNote(
  work: Work,
  resellerId: number,
  { document, svg }: { readonly document: Omit<InvoiceDocument, "serial">; readonly svg: string },
): Promise<IssuedInvoice> {
  const serial = await takeSerial(work, resellerId, document);
  return draw(work, { ...document, serial }, svg, []);
}

async function draw(
  work: Work,
  document: InvoiceDocument,
  svg: string,
  calls: readonly PackedCalls[],
): Promise<IssuedInvoice> {
  const { template, problems } = readTemplate(svg);
  if (!template) throw new Error(`a template was stored without validation: ${JSON.stringify(problems)}`);
  const limit = limitDrawing();
  const before = work.tally.done;
  const pdf = await writePdf({
    template,
    document,
    readCalls: () => unpackCalls(calls),
    onPage: (page) => {
      work.signal?.throwIfAborted();
      limit(page);
      work.tally.done = before + Math.floor((document.calls * page.number) / page.count / 2);
    },
  });
  return { document, svg, calls, pdf };
}

/**
 * The next number of the reseller. Others wait for it until this transaction ends, and get it themselves when it fails:
 * so there are no gaps.
 */
async function takeSerial(
  { db }: Work,
  resellerId: number,
  { start, zone }: Pick<InvoiceDocument, "start" | "zone">,
): Promise<string> {
  const { last } = await db
    .insertInto("invoicecounters")
    .values({ reseller_id: resellerId, last: 1 })
    .onConflict((known) => known.column("reseller_id").doUpdateSet({ last: sql`invoicecounters.last + 1` }))
    .returning("last")
    .executeTakeFirstOrThrow();
  const { year, month } = wallTime(new Date(start), zone);
  return `INV${year}${String(month).padStart(2, "0")}${String(last).padStart(7, "0")}`;
}
