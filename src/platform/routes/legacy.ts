import type { FastifyInstance, FastifyRequest } from "fastify";
import customers from "../../../i18n/en/resources/customers.json" with { type: "json" };
import { notFound } from "../../core/errors.ts";
import { countryCodes } from "../../core/formats/iso-3166-alpha2.ts";
import { legacyTableUrl } from "../../core/legacyTableUrl.ts";
import type { PlatformContext } from "../context.ts";
import { loadFile } from "../files/fileStore.ts";
import { parseId, queryOf } from "../http/query.ts";
import { drawSample } from "../invoices/drawSample.ts";
import { legacyQueryOf } from "../legacy/legacyQuery.ts";
import { buildLegacyTable, readLegacyTable } from "../legacy/legacyTable.ts";
import type { ListTable } from "../legacy/listTable.ts";
import { readListTable } from "../legacy/listTable.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { planOf } from "../plan/resourcePlan.ts";
import { sendFile } from "./csvDownload.ts";
import { registerDashboardCounters } from "./dashboard.ts";
import { inert, registerOlderFiles } from "./files.ts";
import { registerMailTemplateTables } from "./mailTemplates.ts";

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
        const actor = await context.actorOf(request);
        context.assertCan(actor, plan.descriptor, "lookup");
        const { of } = request.params;
        const ownerId = of === undefined ? undefined : (parseId(of) ?? -1);
        return readLegacyTable(context.readAs(actor), table, { ...legacyQueryOf(queryOf(request)), ownerId });
      });
    }
  }

  for (const plan of plans.values()) {
    registerOlderDownload(app, context, plan);
    registerOlderFiles(app, context, plan);
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
function registerOlderDownload(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { csv } = plan.descriptor;
  if (!csv?.older) return;
  const parameter = csv.owner?.split(".").at(-1) ?? "id";
  app.get(csv.older, async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const actor = await context.actorOf(request);
    context.assertCan(actor, plan.descriptor, "lookup");
    return sendFile(context, { actor, plan, query: new Map([[parameter, request.params.id]]) }, reply);
  });
}

/** Countries, time zones and the products customers can have. */
function listTables(timeZone: string): (ListTable & { readonly path: string })[] {
  const zones = Intl.supportedValuesOf("timeZone").filter((name) => name !== timeZone);
  const zoneRows = [timeZone, ...zones].map((name) => ({ name }));
  const products = Object.values(customers.enums.type).map((name, index) => ({ id: String(index + 1), name }));
  return [
    { path: "/contact/country/ajax", keys: ["id", "name"], rows: countries(), defaultLength: 4 },
    { path: "/contact/timezone_ajax", keys: ["name"], rows: zoneRows },
    { path: "/contact/timezone_ajax/:ownerType/:ownerId", keys: ["name"], rows: zoneRows },
    { path: "/product/ajax", keys: ["id", "name"], rows: products },
  ];
}

function countries(): { readonly id: string; readonly name: string }[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return countryCodes
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** `GET /invoicetemplate/{id}/editcontent/preview`, as in the older panel: the stored drawing with sample data as a PDF. */
function registerTemplatePreview(app: FastifyInstance, context: PlatformContext): void {
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
