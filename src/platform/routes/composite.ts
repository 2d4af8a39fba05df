import type { FastifyInstance } from "fastify";
import type { PlatformContext } from "../context.ts";
import { requireBody } from "../http/body.ts";
import { etagOf } from "../http/etag.ts";
import { collectionPath, itemPath } from "../http/hal.ts";
import { asRecord } from "../http/jsonText.ts";
import { leavingSignal } from "../http/leaving.ts";
import { createComposite } from "../operations/composite.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

/**
 * `POST /api/<resource>/composite`: a record together with those that it refers to and those that refer to it. An address
 * of its own, as older platforms would drop the other records from a plain POST without a word.
 */
export function registerComposite(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { descriptor, name } = plan;
  if (!descriptor.composite || !descriptor.operations.includes("create")) return;
  const config = { fields: descriptor.fields };
  app.post(`${collectionPath(name)}composite`, { config }, async (request, reply) => {
    const actor = await context.actorOf(request);
    context.assertCan(actor, descriptor, "create");
    const body = asRecord(requireBody(request));
    const row = await context.inTransaction(
      actor,
      (work) =>
        createComposite(work, {
          plan,
          body,
          policy: context.passwordPolicy,
          assertMayCreate: (part) => context.assertCan(actor, part, "create"),
        }),
      leavingSignal(reply),
    );
    return reply.code(201).header("Location", itemPath(name, row.id)).header("ETag", etagOf(row.row_version)).send();
  });
}
