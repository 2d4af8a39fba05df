import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../core/errors.ts";
import type { PlatformContext } from "../context.ts";
import type { Actor } from "../entityHooks.ts";
import { CsvUpload, requireBody } from "../http/body.ts";
import { etagOf } from "../http/etag.ts";
import { collectionPath, itemPath, toCollection } from "../http/hal.ts";
import { setPreferenceApplied, wantsRepresentation } from "../http/prefer.ts";
import { queryOf } from "../http/query.ts";
import { listRecords } from "../operations/list.ts";
import { presentOne } from "../operations/read.ts";
import { removeFound } from "../operations/remove.ts";
import { upsertRecord } from "../operations/upsert.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { sendFile } from "./csvDownload.ts";
import { sendCsv, wantsCsv } from "./csvExport.ts";
import { receiveCsv } from "./csvUpload.ts";
import { toItemBody } from "./itemBody.ts";

/** `/api/<resource>/`: the list, and new records. */
export function registerCollection(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { plans, settings, passwordPolicy: policy } = context;
  const { descriptor, name } = plan;
  const path = collectionPath(name);

  if (descriptor.operations.includes("list")) {
    app.get(path, async (request, reply) => {
      const caller = await context.actorOf(request);
      context.assertCan(caller, descriptor, "lookup");
      // A client that omits passwords has no use for any secret of so many records.
      const actor: Actor = caller.omits ? { ...caller, omits: "secrets" } : caller;
      const query = queryOf(request);
      // On older platforms this requests another kind of CSV, which only some collections have.
      if (request.headers.accept === "text/csv") {
        if (!descriptor.csv) throw new PlatformError("csv_unsupported");
        return sendFile(context, { actor, plan, query, csv: descriptor.csv }, reply);
      }
      if (wantsCsv(query)) return sendCsv(context, { actor, plan, query }, reply);
      const page = await listRecords(context.readAs(actor), { plan, plans, query, maxRows: settings.maxRows });
      return toCollection(name, path, page, query);
    });
  }

  if (descriptor.operations.includes("create")) {
    const { fields, calendar } = descriptor;
    const config = { fields, calendar, takesCsv: descriptor.csv !== undefined };
    app.post(path, { config }, async (request, reply) => {
      const actor = await context.actorOf(request);
      context.assertCan(actor, descriptor, "create");
      const body = requireBody(request);
      if (body instanceof CsvUpload) return receiveCsv(context, { request, actor, plan, upload: body }, reply);
      const wantsBody = wantsRepresentation(request) && descriptor.wire.representation;
      const { row, record } = await context.inTransaction(actor, async (work) => {
        const created = await upsertRecord(work, { plan, body, policy });
        return { row: created, record: wantsBody ? await presentOne(work, plan, created) : undefined };
      });
      reply.code(201).header("Location", itemPath(name, row.id)).header("ETag", etagOf(row.version));
      setPreferenceApplied(reply, wantsBody ? "representation" : "minimal");
      return record ? toItemBody(plan, record) : reply.send();
    });
  }

  const { deleteBy } = descriptor.wire;
  if (deleteBy !== undefined) {
    app.delete(path, async (request, reply) => {
      const actor = await context.actorOf(request);
      context.assertCan(actor, descriptor, "delete");
      const query = queryOf(request);
      if (!query.get(deleteBy)) throw new PlatformError("filter_needed", { name: deleteBy });
      await context.inTransaction(actor, (work) => removeFound(work, { plan, query }));
      return reply.code(204).send();
    });
  }
}
