import type { FastifyInstance } from "fastify";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { fieldError, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { bodyOf, requireBody } from "../http/body.ts";
import { itemPath } from "../http/hal.ts";
import { asRecord } from "../http/jsonText.ts";
import { etagOf, type ItemRequest, parseId } from "../http/query.ts";
import type { PlatformContext } from "../records/context.ts";
import { cloneRecord } from "../records/operations/clone.ts";
import { type Direction, moveRecord } from "../records/operations/move.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import { findVisible } from "../records/query/selectRows.ts";
import { mask, resellerIdOfRow } from "../records/unitOfWork/journal.ts";
import { serializeRow } from "../records/unitOfWork/serialize.ts";

const directions: readonly Direction[] = ["up", "down"];

/**
 * `POST …/{id}/move`, `POST …/{id}/reveal` and `POST …/{id}/clone`: what older platforms do with links that change
 * state.
 */
export function registerActions(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { descriptor, name } = plan;
  registerReveal(app, context, plan);

  if (descriptor.reorder && descriptor.operations.includes("update")) {
    app.post(`${itemPath(name, ":id")}/move`, async (request: ItemRequest, reply) => {
      const { actor, id } = await context.callerWithId(request, "update", plan.descriptor);
      const direction = directionOf(asRecord(requireBody(request)));
      await context.inTransaction(actor, (unit) => moveRecord(unit, plan, id, direction));
      return reply.code(204).send();
    });
  }

  if (descriptor.clone && descriptor.operations.includes("create")) {
    const config = { fields: descriptor.fields };
    app.post(`${itemPath(name, ":id")}/clone`, { config }, async (request: ItemRequest, reply) => {
      const { actor, id } = await context.callerWithId(request, "create", plan.descriptor);
      const overrides = asRecord(bodyOf(request) ?? {});
      const clone = { plan, id, overrides, policy: context.passwordPolicy };
      const row = await context.inTransaction(actor, (unit) => cloneRecord(unit, clone));
      return reply.code(201).header("Location", itemPath(name, row.id)).header("ETag", etagOf(row.row_version)).send();
    });
  }
}

/**
 * `POST …/{id}/reveal` returns the value of a named secret to those who see passwords, and journals who asked. Records
 * contain it as well, unless the request omits secrets, as the panel's do.
 */
function registerReveal(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { descriptor, name } = plan;
  const secrets = descriptor.fields.filter(({ secret, writeOnly, internal }) => secret && !writeOnly && !internal);
  if (secrets.length === 0 || !descriptor.operations.includes("read")) return;
  const allowedValues = secrets.map((secret) => secret.name);

  app.post(`${itemPath(name, ":id")}/reveal`, async (request: ItemRequest, reply) => {
    const { omits: _, ...actor } = await context.actorOf(request);
    context.assertCan(actor, descriptor, "lookup");
    const id = parseId(request.params.id);
    const requestedField = asRecord(requireBody(request)).field;
    const field = allowedValues.find((secret) => secret === requestedField);
    if (!field) throw validationFailed([fieldError("/field", "enum", { allowedValues })]);
    const value = await context.inTransaction(actor, async (unit) => {
      const row = await findVisible(unit, plan, id);
      const record = await serializeRow(unit, plan, row);
      if (!(field in record)) throw new PlatformError("forbidden");
      await unit.journal({
        resource: name,
        id: row.id,
        operation: "reveal",
        resellerId: resellerIdOfRow(plan, row, actor),
        changes: { [field]: { before: mask, after: mask } },
      });
      return record[field] ?? null;
    });
    return reply.send({ [field]: value });
  });
}

function directionOf({ direction: given }: WireRecord): Direction {
  const direction = directions.find((candidate) => candidate === given);
  if (direction) return direction;
  throw validationFailed([fieldError("/direction", "enum", { allowedValues: [...directions] })]);
}
