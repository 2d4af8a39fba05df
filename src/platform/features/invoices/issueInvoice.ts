import { sql } from "kysely";
import {
  type InvoiceCharge,
  type InvoiceDocument,
  sumInvoice,
  toExactAmount,
  ZoneSums,
} from "../../../core/telephony/invoices/invoiceDocument.ts";
import type { InvoicePage } from "../../../core/telephony/invoices/layPages.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { wallTime } from "../../../core/values/dateTime.ts";
import { evaluate } from "../../evaluation/evaluate.ts";
import type { HookContext } from "../../resourceHooks.ts";
import { type CallQuestion, countCalls, readCalls, type ZonesOf } from "./invoicedCalls.ts";
import { type PackedCalls, packCalls } from "./invoiceSource.ts";

/** Longest time in minutes that one document may take to draw. */
const MAX_DRAWING_MINUTES = 10;

const MAX_DRAWING_MS = MAX_DRAWING_MINUTES * 60_000;

/** Returns a function to call with each page of a document; it throws when drawing has taken too long. */
export function limitDrawing(clock = Date.now): (page: Pick<InvoicePage, "number" | "count">) => void {
  const last = clock() + MAX_DRAWING_MS;
  return ({ number, count }) => {
    if (clock() > last)
      throw new PlatformError("drawing_too_long", { minutes: MAX_DRAWING_MINUTES, page: number, pages: count });
  };
}

/** An invoice without its lines and its number. */
export type InvoiceHead = Omit<
  InvoiceDocument,
  "serial" | "cancels" | "calls" | "fees" | "zones" | "net" | "vat" | "total"
>;

interface InvoiceOrder {
  /** In place of the next number: of previews. */
  readonly serial: string | undefined;
  readonly resellerId: number;
  readonly svg: string;
  readonly head: InvoiceHead;
  readonly charges: readonly InvoiceCharge[];
  readonly calls: CallQuestion;
  readonly zonesOf: ZonesOf;
}

export interface IssuedInvoice {
  readonly document: InvoiceDocument;
  readonly svg: string;
  readonly calls: readonly PackedCalls[];
  readonly pdf: Buffer;
}

/** Collects the calls, adds them up, and draws the document under the reseller's next number. */
export async function issueInvoice(context: HookContext, order: InvoiceOrder): Promise<IssuedInvoice> {
  const { head, charges, svg } = order;
  const zones = new ZoneSums();
  const batches: PackedCalls[] = [];
  let calls = 0;
  context.progress.canStop = context.signal !== undefined;
  context.progress.found += await countCalls(context, order.calls);
  for await (const batch of readCalls(context, order.calls, order.zonesOf)) {
    context.signal?.throwIfAborted();
    for (const call of batch) zones.add(call, toExactAmount(call.cost));
    batches.push(await packCalls(batch));
    calls += batch.length;
    // Half of the work: the other half is drawing them.
    context.progress.done += batch.length / 2;
  }
  const sums = sumInvoice({ charges, zones }, head);
  const serial = order.serial ?? (await takeSerial(context, order.resellerId, head));
  return draw(context, { ...head, ...sums, serial, cancels: null, calls }, svg, batches);
}

export async function issueCreditNote(
  context: HookContext,
  resellerId: number,
  { document, svg }: { readonly document: Omit<InvoiceDocument, "serial">; readonly svg: string },
): Promise<IssuedInvoice> {
  const serial = await takeSerial(context, resellerId, document);
  return draw(context, { ...document, serial }, svg, []);
}

async function draw(
  context: HookContext,
  document: InvoiceDocument,
  svg: string,
  calls: readonly PackedCalls[],
): Promise<IssuedInvoice> {
  const limit = limitDrawing();
  const before = context.progress.done;
  const drawn = await evaluate(
    "drawInvoice",
    { svg, document, calls },
    {
      pointer: "/template_id",
      longest: MAX_DRAWING_MS,
      answer: (page) => {
        context.signal?.throwIfAborted();
        limit(page);
        context.progress.done = before + Math.floor((document.calls * page.number) / page.count / 2);
      },
    },
  );
  if (!drawn) throw new Error("a template was stored without validation");
  const pdf = Buffer.from(drawn);
  return { document, svg, calls, pdf };
}

/**
 * The next number of the reseller. Others wait for it until this transaction ends, and get it themselves when it fails:
 * so there are no gaps.
 */
async function takeSerial(
  { db }: HookContext,
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
