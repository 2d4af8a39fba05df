import type { FastifyInstance } from "fastify";
import type { InvoiceCall } from "../../../core/telephony/invoices/invoiceDocument.ts";
import { notFound, PlatformError } from "../../../core/validation/errors.ts";
import { requireBody } from "../../http/body.ts";
import { type ItemRequest, parseId } from "../../http/query.ts";
import type { PlatformContext } from "../../records/context.ts";
import { planOf } from "../../records/plan/resourcePlan.ts";
import { previewInvoice } from "./invoicePreview.ts";
import { loadCalls, loadSource } from "./invoiceSource.ts";
import { mailInvoice } from "./mailInvoice.ts";

/** As many as previews show. */
const MAX_CALLS = 200;

/**
 * Extensions of this platform (`invoice_mail`, `invoice_preview`): `POST /api/invoices/{id}/mail` sends a document to its
 * customer, `GET /api/invoices/{id}/source` is what it was made from, with its first calls, and
 * `POST /api/invoices/preview` takes what creates an invoice, and answers with the document and its PDF without issuing it.
 */
export function registerInvoices(app: FastifyInstance, context: PlatformContext): void {
  const { descriptor } = planOf(context.plans, "invoices");
  const find = async (request: ItemRequest, right: "create" | "read") => {
    const actor = await context.callerWith(request, right, descriptor);
    const row = await context.findVisible(context.readAs(actor), "invoices", parseId(request.params.id) ?? -1);
    return { actor, id: row.id };
  };

  app.get("/api/invoices/:id/source", async (request: ItemRequest) => {
    const { id } = await find(request, "read");
    const source = await loadSource(context.db, id);
    if (!source) throw notFound("invoices", id);
    const calls: InvoiceCall[] = [];
    for await (const batch of loadCalls(context.db, id)) {
      calls.push(...batch.slice(0, MAX_CALLS - calls.length));
      if (calls.length === MAX_CALLS) break;
    }
    return { document: source.document, calls };
  });

  app.post("/api/invoices/preview", { config: { fields: descriptor.fields } }, async (request) => {
    const actor = await context.callerWith(request, "create", descriptor);
    return previewInvoice(context, actor, requireBody(request));
  });

  app.post("/api/invoices/:id/mail", async (request: ItemRequest) => {
    const { actor, id } = await find(request, "create");
    const { mailer } = context.settings;
    if (!mailer) throw new PlatformError("mail_disabled");
    const to = await mailInvoice({ ...context, mailer }, { actor, id });
    return { to, is_outbox: mailer.isOutbox === true };
  });
}
