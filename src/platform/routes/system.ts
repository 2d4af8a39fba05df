import type { FastifyInstance } from "fastify";
import { canOpen } from "../../core/access.ts";
import { PlatformError } from "../../core/errors.ts";
import type { PlatformContext } from "../context.ts";
import { readSystem, type WatchedDatabase } from "../system/readSystem.ts";

/** `GET /api/system`, of this platform only (extension `system`): the state of the installation. */
export function registerSystem(app: FastifyInstance, context: PlatformContext, database: WatchedDatabase): void {
  app.get("/api/system", async (request) => {
    const actor = await context.actorOf(request);
    if (!canOpen(actor, "page.system")) throw new PlatformError("forbidden");
    return readSystem(context, database, new URL(`${request.protocol}://${request.host}`));
  });
}
