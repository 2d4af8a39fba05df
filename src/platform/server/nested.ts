import type { FastifyInstance, FastifyRequest } from "fastify";
import { notFound } from "../../core/validation/errors.ts";
import { answerWith } from "../http/errors.ts";
import { nestedCollectionPath } from "../http/hal.ts";
import { etagOf, parseId, queryOf } from "../http/query.ts";
import { type PlatformContext, refreshStale } from "../records/context.ts";
import { readRecord } from "../records/operations/read.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import { sendList } from "./collection.ts";
import { toItemBody } from "./itemLinks.ts";

type NestedRequest = FastifyRequest<{ Params: { parentId: string; id: string } }>;

/** As on older platforms: `/api/<resource>/{parent}` lists the records of a parent, `/api/<resource>/{parent}/{id}` is one. */
export function registerNested(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { descriptor, name } = plan;
  const { reference = "", resource: parent = "" } = descriptor.parent ?? {};
  const list = nestedCollectionPath(name, ":parentId");

  for (const path of [list, list.replace(/\/$/, "")]) {
    app.get(path, async (request: NestedRequest, reply) => {
      const caller = await context.callerWith(request, "lookup", descriptor);
      const parentId = parseId(request.params.parentId) ?? -1;
      await context.findVisible(context.readAs(caller), parent, parentId);
      const within = new Map([[reference, String(parentId)]]);
      const { headers } = request;
      return sendList(
        context,
        { caller, plan, path: nestedCollectionPath(name, parentId), query: queryOf(request), within, headers },
        reply,
      );
    });
  }

  app.get(`${list}:id`, async (request: NestedRequest, reply) => {
    const actor = await context.callerWith(request, "lookup", descriptor);
    const parentId = parseId(request.params.parentId) ?? -1;
    const id = parseId(request.params.id) ?? -1;
    const query = queryOf(request);
    await context.findVisible(context.readAs(actor), parent, parentId);
    await refreshStale(context, plan, { query: new Map([...query, [reference, String(parentId)]]) });
    const readContext = context.readAs(actor);
    const { record, row, refusal } = await readRecord(readContext, { plan, plans: context.plans, id, query });
    if (row[reference] !== parentId) throw notFound(name, id);
    reply.header("ETag", etagOf(row.row_version));
    return answerWith(reply, context.texts, refusal, toItemBody(plan, record));
  });
}
