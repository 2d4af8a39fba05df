import type { FastifyInstance, FastifyRequest } from "fastify";
import { notFound } from "../../core/errors.ts";
import type { PlatformContext } from "../context.ts";
import { etagOf } from "../http/etag.ts";
import { itemPath } from "../http/hal.ts";
import { parseId, queryOf } from "../http/query.ts";
import { keepUp } from "../keepUp.ts";
import { readRecord } from "../operations/read.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { toItemBody } from "./itemBody.ts";

type NestedRequest = FastifyRequest<{ Params: { id: string; childId: string } }>;

/** `/api/<resource>/{parent}/{id}`, as on older platforms: the record, if it belongs to that parent. */
export function registerNestedItem(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { descriptor, name } = plan;
  const { by = "" } = descriptor.parent ?? {};
  app.get(`${itemPath(name, ":id")}/:childId`, async (request: NestedRequest, reply) => {
    const actor = await context.actorOf(request);
    context.assertCan(actor, descriptor, "lookup");
    const parentId = parseId(request.params.id);
    const id = parseId(request.params.childId) ?? -1;
    const query = queryOf(request);
    await keepUp(context, plan, { query: new Map([...query, [by, String(parentId)]]) });
    const { record, row } = await readRecord(context.readAs(actor), { plan, plans: context.plans, id, query });
    if ((row as Readonly<Record<string, unknown>>)[by] !== parentId) throw notFound(name, id);
    reply.header("ETag", etagOf(row.version));
    return toItemBody(plan, record);
  });
}
