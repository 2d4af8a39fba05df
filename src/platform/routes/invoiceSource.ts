import type { FastifyInstance, FastifyRequest } from "fastify";
import { notFound } from "../../core/errors.ts";
import type { InvoiceCall } from "../../core/invoices/invoiceDocument.ts";
import type { PlatformContext } from "../context.ts";
import { parseId } from "../http/query.ts";
import { loadCalls, loadSource } from "../invoices/invoiceSource.ts";
import { planOf } from "../plan/resourcePlan.ts";

/** As many as previews show. */
const MOST_CALLS = 200;

/** `GET /api/invoices/{id}/source`, of this platform only: what an invoice was made from, with its first calls. */
export function registerInvoiceSource(app: FastifyInstance, context: PlatformContext): void {
  app.get("/api/invoices/:id/source", async (request: FastifyRequest<{ Params: { id: string } }>) => {
    const actor = await context.actorOf(request);
    context.assertCan(actor, planOf(context.plans, "invoices").descriptor, "read");
    const { id } = await context.findVisible(context.readAs(actor), "invoices", parseId(request.params.id) ?? -1);
    const source = await loadSource(context.db, id);
    if (!source) throw notFound("invoices", id);
    const calls: InvoiceCall[] = [];
    for await (const batch of loadCalls(context.db, id)) {
      calls.push(...batch.slice(0, MOST_CALLS - calls.length));
      if (calls.length === MOST_CALLS) break;
    }
    return { document: source.document, calls };
  });
}
