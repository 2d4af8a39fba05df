import type { FastifyInstance, FastifyRequest } from "fastify";
import { legacyTableUrl } from "../../core/schema/legacyTableUrl.ts";
import { notFound } from "../../core/validation/errors.ts";
import { registerDashboardCounters } from "../features/dashboard/routes.ts";
import { drawSample } from "../features/invoices/invoicePreview.ts";
import { registerMailTemplateTables } from "../features/mailTemplates/routes.ts";
import { type ItemRequest, parseId, queryOf } from "../http/query.ts";
import type { PlatformContext } from "../records/context.ts";
import { loadFile } from "../records/files/fileStore.ts";
import { buildLegacyTable, readLegacyTable } from "../records/legacy/legacyTable.ts";
import { legacyQueryOf, listTables, readListTable } from "../records/legacy/listTable.ts";
import { planOf, type ResourcePlan } from "../records/plan/resourcePlan.ts";
import { sendCsvDownload } from "./csvExport.ts";
import { registerLegacyFiles, sandboxHeaders } from "./files.ts";

/** The legacy tables (DataTables 1.9) at the panel's root: all state in the query, GET only. */
export function registerLegacy(app: FastifyInstance, context: PlatformContext): void {
  const { plans, settings } = context;

  // Without a session these respond in plain text; an expired session is a 401 as everywhere.
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization !== undefined) return context.assertPasswordFresh(await context.actorOf(request));
    return reply.code(403).type("text/plain; charset=utf-8").send(context.texts("errors.forbidden"));
  });

  for (const plan of plans.values()) {
    for (const descriptor of plan.descriptor.legacyTables) {
      const table = buildLegacyTable(plan, plans, descriptor, settings.maxRows);
      app.get(legacyTableUrl(descriptor, ":of"), async (request: FastifyRequest<{ Params: { of?: string } }>) => {
        const actor = await context.callerWith(request, "lookup", plan.descriptor);
        const { of } = request.params;
        const ownerId = of === undefined ? undefined : (parseId(of) ?? -1);
        return readLegacyTable(context.readAs(actor), table, { ...legacyQueryOf(queryOf(request)), ownerId });
      });
    }
  }

  for (const plan of plans.values()) {
    registerLegacyDownload(app, context, plan);
    registerLegacyFiles(app, context, plan);
  }

  registerTemplatePreview(app, context);
  registerDashboardCounters(app, context);

  registerMailTemplateTables(app, context);

  for (const table of listTables(settings.timeZone)) {
    app.get(table.path, async (request: FastifyRequest) => {
      await context.actorOf(request);
      return readListTable(table, queryOf(request));
    });
  }
}

/** An owner's CSV file, at the URL that older panels link to. */
function registerLegacyDownload(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { csv } = plan.descriptor;
  if (!csv?.legacyPath) return;
  const parameter = csv.owner?.split(".").at(-1) ?? "id";
  app.get(csv.legacyPath, async (request: ItemRequest, reply) => {
    const actor = await context.callerWith(request, "lookup", plan.descriptor);
    return sendCsvDownload(context, { actor, plan, query: new Map([[parameter, request.params.id]]) }, reply);
  });
}

/** `GET /invoicetemplate/{id}/editcontent/preview`, as in the older panel: the stored drawing with sample data as a PDF. */
function registerTemplatePreview(app: FastifyInstance, context: PlatformContext): void {
  const plan = planOf(context.plans, "invoicetemplates");
  app.get("/invoicetemplate/:id/editcontent/preview", async (request: ItemRequest, reply) => {
    const actor = await context.callerWith(request, "read", plan.descriptor);
    const row = await context.findVisible(context.readAs(actor), plan.name, parseId(request.params.id) ?? -1);
    const file = await loadFile(context.db, plan, row.id, "data");
    const svg = file ? Buffer.from(file.content).toString("utf8") : "";
    const pdf = await drawSample(svg, String(row.language ?? "en"));
    if (!pdf) throw notFound(plan.name, row.id);
    const type = "application/pdf";
    return reply.headers(sandboxHeaders(type)).header("Content-Disposition", "inline").type(type).send(pdf);
  });
}
