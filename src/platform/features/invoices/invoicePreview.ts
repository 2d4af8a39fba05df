import { createHash } from "node:crypto";
import { isStorableId } from "../../../core/schema/ids.ts";
import type { ChargePeriod } from "../../../core/telephony/invoices/charges.ts";
import type { InvoicePreview } from "../../../core/telephony/invoices/invoiceDocument.ts";
import type { SvgFault } from "../../../core/telephony/invoices/invoiceSvg.ts";
import { sampleInvoice } from "../../../core/telephony/invoices/sampleInvoice.ts";
import { toRfc3339 } from "../../../core/values/dateTime.ts";
import { evaluate, evaluateBefore } from "../../evaluation/evaluate.ts";
import { asRecord } from "../../http/jsonText.ts";
import { englishTexts, serverTexts } from "../../http/language/serverTexts.ts";
import type { PlatformContext } from "../../records/context.ts";
import { createRecord } from "../../records/operations/create.ts";
import { planOf } from "../../records/plan/resourcePlan.ts";
import type { Actor, HookContext, Row } from "../../resourceHooks.ts";
import type { SampleDrawing } from "./drawingEvaluator.ts";
import { packCalls } from "./invoiceSource.ts";
import type { IssuedInvoice } from "./issueInvoice.ts";

/** Transactions that only show what an invoice would be, with what takes it. */
export const previews = new WeakMap<Pick<HookContext, "db">, (issued: IssuedInvoice) => void>();

/** Undoes what a preview had to write to be checked like an invoice. */
class PreviewDone extends Error {}

/** Makes the invoice that a request to create one asks for, without its number, and undoes it. */
export async function previewInvoice(context: PlatformContext, actor: Actor, body: unknown): Promise<InvoicePreview> {
  const plan = planOf(context.plans, "invoices");
  let preview: InvoicePreview | undefined;
  const input = { ...asRecord(body), allow_overlap: true };
  const transaction = context.inTransaction(actor, async (unit) => {
    let issued: IssuedInvoice | undefined;
    previews.set(unit, (invoice) => {
      issued = invoice;
    });
    const row = await createRecord(unit, { plan, body: input, policy: context.passwordPolicy });
    if (!issued) throw new Error("an invoice was stored without its document");
    const { document, pdf } = issued;
    const span = { start: new Date(document.start), end: new Date(document.end) };
    const { customer_id: customerId } = row;
    const overlapping = isStorableId(customerId) ? await findOverlapping(unit, customerId, span) : [];
    const overlaps = overlapping.filter(({ id }) => id !== row.id);
    preview = { document, pdf: pdf.toString("base64"), overlaps };
    throw new PreviewDone();
  });
  await transaction.catch((error: unknown) => {
    if (!(error instanceof PreviewDone)) throw error;
  });
  if (!preview) throw new Error("a preview ended without a result");
  return preview;
}

/**
 * Invoices of the customer that bill some of these days, and were not cancelled, oldest first. Others that are about to
 * be made for it wait until this transaction ends, and then find its invoice.
 */
export async function findOverlapping(
  { db }: Pick<HookContext, "db">,
  customerId: number,
  { start, end }: ChargePeriod,
): Promise<Pick<Row<"invoices">, "id" | "serial">[]> {
  await db.selectFrom("customers").select("id").where("id", "=", customerId).forNoKeyUpdate().execute();
  return db
    .selectFrom("invoices")
    .select(["id", "serial"])
    .where("customer_id", "=", customerId)
    .where("state", "=", "invoice")
    .where("period_start", "<=", toRfc3339(end))
    .where("period_end", ">=", toRfc3339(start))
    .orderBy("id")
    .execute();
}

/** Finds faults of a template by drawing it. */
export function findDrawingFaults(svg: string): Promise<readonly SvgFault[]> {
  const answer = (): SampleDrawing => {
    const { document, calls } = sampleInvoice(englishTexts, "en");
    return { svg, document, calls: calls.slice(0, 1) };
  };
  const digest = createHash("sha256").update(svg).digest("base64");
  return evaluateBefore("checkDrawing", { digest }, { pointer: "/data", answer });
}

/** The template filled with an example, as a PDF; undefined if it cannot be drawn. */
export async function drawSample(svg: string, language: string): Promise<Buffer | undefined> {
  const { document, calls } = sampleInvoice(await serverTexts(language), language);
  const drawing = { svg, document, calls: [await packCalls(calls)] };
  const pdf = await evaluate("drawInvoice", drawing, { pointer: "/data", answer: () => undefined });
  return pdf ? Buffer.from(pdf) : undefined;
}
