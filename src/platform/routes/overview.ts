import type { FastifyInstance, FastifyRequest } from "fastify";
import { PlatformError } from "../../core/errors.ts";
import { isValid as isTimezone } from "../../core/formats/timezone-name.ts";
import { overviewResources } from "../../core/overviewAnswer.ts";
import type { PlatformContext } from "../context.ts";
import { readOverview } from "../dashboard/overview.ts";
import { itemPath } from "../http/hal.ts";
import { parseId, queryOf } from "../http/query.ts";

/**
 * `GET /api/<resource>/{id}/overview?tz=…`, of this platform only (extension `overview`): what the head of a record's page
 * and its tabs tell, in one answer.
 */
export function registerOverview(app: FastifyInstance, context: PlatformContext): void {
  for (const plan of context.plans.values()) {
    if (!overviewResources.includes(plan.name)) continue;
    app.get(`${itemPath(plan.name, ":id")}/overview`, async (request: FastifyRequest<{ Params: { id: string } }>) => {
      const actor = await context.actorOf(request);
      const id = parseId(request.params.id);
      context.assertCan(actor, plan.descriptor, "read", id);
      const tz = queryOf(request).get("tz") ?? context.settings.timeZone;
      if (!isTimezone(tz)) throw new PlatformError("invalid_period");
      return readOverview(context, context.readAs(actor), { plan, id, tz });
    });
  }
}
