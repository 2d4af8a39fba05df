import type { FastifyInstance, FastifyReply } from "fastify";
import type { PlatformContext } from "../context.ts";
import { collectionPath, itemPath } from "../http/hal.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

/** OPTIONS of a resource: what is offered here, and what a caller who may only read is left with. */
export function registerOptions(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { operations } = plan.descriptor;
  const has = (operation: (typeof operations)[number], ...methods: string[]) =>
    operations.includes(operation) ? methods : [];

  const offer = (path: string, methods: readonly string[], accepts: Readonly<Record<string, string>>) => {
    app.options(path, async (request, reply) => {
      const { admin } = await context.actorOf(request);
      const readOnly = ["GET", "HEAD", "OPTIONS"];
      const allowed = admin.read_only ? methods.filter((method) => readOnly.includes(method)) : methods;
      return answer(reply.headers(accepts), allowed);
    });
  };
  offer(collectionPath(plan.name), [...has("list", "GET", "HEAD"), ...has("create", "POST"), "OPTIONS"], {
    "Accept-Post": "application/json",
  });
  offer(
    itemPath(plan.name, ":id"),
    [...has("read", "GET", "HEAD"), ...has("update", "PUT", "PATCH"), ...has("delete", "DELETE"), "OPTIONS"],
    { "Accept-Patch": "application/json-patch+json" },
  );
}

function answer(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  return reply.header("Allow", methods.join(", ")).send({ methods });
}
