import type { FastifyInstance, FastifyRequest } from "fastify";
import { notFound } from "../../core/errors.ts";
import type { PlatformContext } from "../context.ts";
import { loadFile } from "../files/fileStore.ts";
import { parseId } from "../http/query.ts";
import { drawSample } from "../invoices/drawSample.ts";
import { planOf } from "../plan/resourcePlan.ts";
import { inert } from "./files.ts";

/** `GET /invoicetemplate/{id}/editcontent/preview`, as in the older panel: the stored drawing with sample data as a PDF. */
export function registerTemplatePreview(app: FastifyInstance, context: PlatformContext): void {
  const plan = planOf(context.plans, "invoicetemplates");
  app.get(
    "/invoicetemplate/:id/editcontent/preview",
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const actor = await context.actorOf(request);
      context.assertCan(actor, plan.descriptor, "read");
      const row = await context.findVisible(context.readAs(actor), plan.name, parseId(request.params.id) ?? -1);
      const file = await loadFile(context.db, plan, row.id, "data");
      const svg = file ? Buffer.from(file.content).toString("utf8") : "";
      const pdf = await drawSample(svg, String(row.language ?? "en"));
      if (!pdf) throw notFound(plan.name, row.id);
      const type = "application/pdf";
      return reply.headers(inert(type)).header("Content-Disposition", "inline").type(type).send(pdf);
    },
  );
}
