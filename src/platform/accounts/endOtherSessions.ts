import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../core/validation/errors.ts";
import { collectionPath } from "../http/hal.ts";
import { parseId, queryOf } from "../http/query.ts";
import type { PlatformContext } from "../records/context.ts";
import { planOf } from "../records/plan/resourcePlan.ts";
import { assertParameters } from "../records/query/assertFilters.ts";
import { findVisible } from "../records/query/visible.ts";

const name = "adminsessions";

/** `DELETE /api/adminsessions/?admin_id=` ends every session of an administrator except the caller's current one. */
export function registerOtherSessions(app: FastifyInstance, context: PlatformContext): void {
  const plan = context.plans.get(name);
  if (!plan) return;
  app.delete(collectionPath(name), async (request, reply) => {
    const actor = await context.actorOf(request);
    context.assertCan(actor, plan.descriptor, "delete", -1);
    const query = queryOf(request);
    assertParameters(query, [], ["admin_id"]);
    const requestedId = query.get("admin_id") ?? "";
    const id = parseId(requestedId);
    if (id === undefined) throw new PlatformError("invalid_id", { id: requestedId });
    await context.inTransaction(actor, async (unit) => {
      // Sessions are only visible together with their administrator.
      const admin = await findVisible(unit, planOf(context.plans, "admins"), id);
      const sessions = await unit.findBy("adminsessions", { admin_id: admin.id });
      await unit.deleteMany(
        name,
        sessions.map(({ id }) => id).filter((session) => session !== actor.sessionId),
      );
      // They would open further ones.
      await unit.db.deleteFrom("logintokens").where("admin_id", "=", admin.id).execute();
    });
    return reply.code(204).send();
  });
}
