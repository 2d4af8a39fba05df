import type { FastifyInstance, FastifyReply } from "fastify";
import type { ResourceDescriptor } from "../../core/descriptor.ts";
import type { PlatformContext } from "../context.ts";
import { collectionPath, itemPath } from "../http/hal.ts";

/** OPTIONS of a resource: what is offered here, and what a caller who may only read is left with. */
export function registerOptions(
  app: FastifyInstance,
  context: PlatformContext,
  plan: { readonly descriptor: ResourceDescriptor },
): void {
  const { name, operations, csv, wire } = plan.descriptor;
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
  const removal = wire.deleteBy === undefined ? [] : ["DELETE"];
  offer(collectionPath(name), [...has("list", "GET", "HEAD"), ...has("create", "POST"), ...removal, "OPTIONS"], {
    "Accept-Post": csv ? "application/json, text/csv" : "application/json",
  });
  offer(
    itemPath(name, ":id"),
    [...has("read", "GET", "HEAD"), ...has("update", "PUT", "PATCH"), ...has("delete", "DELETE"), "OPTIONS"],
    { "Accept-Patch": "application/json-patch+json" },
  );
}

function answer(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  return reply.header("Allow", methods.join(", ")).send({ methods });
}
