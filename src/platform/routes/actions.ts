import type { FastifyInstance, FastifyRequest } from "fastify";
import { validationFailed } from "../../core/errors.ts";
import { fieldError } from "../../core/validate.ts";
import type { PlatformContext } from "../context.ts";
import { requireBody } from "../http/body.ts";
import { etagOf } from "../http/etag.ts";
import { itemPath } from "../http/hal.ts";
import { cloneRecord } from "../operations/clone.ts";
import { type Direction, moveRecord } from "../operations/move.ts";
import { asRecord } from "../operations/writeInput.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { assertMay } from "./item.ts";

type ItemRequest = FastifyRequest<{ Params: { id: string } }>;

const directions: readonly Direction[] = ["up", "down"];

/** `POST …/{id}/move` and `POST …/{id}/clone`: what older platforms do by links that change state. */
export function registerActions(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { descriptor, name } = plan;

  if (descriptor.order && descriptor.operations.includes("update")) {
    app.post(`${itemPath(name, ":id")}/move`, async (request: ItemRequest, reply) => {
      const actor = await context.actorOf(request);
      const id = assertMay(context, plan, actor, "update", request);
      const direction = directionOf(asRecord(requireBody(request)).direction);
      await context.inTransaction(actor, (work) => moveRecord(work, plan, id, direction));
      return reply.code(204).send();
    });
  }

  if (descriptor.clone && descriptor.operations.includes("create")) {
    const config = { fields: descriptor.fields };
    app.post(`${itemPath(name, ":id")}/clone`, { config }, async (request: ItemRequest, reply) => {
      const actor = await context.actorOf(request);
      const id = assertMay(context, plan, actor, "create", request);
      const given = request.body === undefined ? undefined : asRecord(request.body).name;
      const clone = { plan, id, name: given, policy: context.passwordPolicy };
      const row = await context.inTransaction(actor, (work) => cloneRecord(work, clone));
      return reply.code(201).header("Location", itemPath(name, row.id)).header("ETag", etagOf(row.version)).send();
    });
  }
}

function directionOf(given: unknown): Direction {
  const direction = directions.find((one) => one === given);
  if (direction) return direction;
  throw validationFailed([fieldError("/direction", "enum", { allowedValues: [...directions] })]);
}
