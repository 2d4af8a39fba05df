import type { FastifyInstance, FastifyRequest } from "fastify";
import { textIn } from "../../../../core/schema/valueAt.ts";
import { fieldError, validationFailed } from "../../../../core/validation/errors.ts";
import { toFileValue } from "../../../../core/validation/fileValue.ts";
import { requireBody } from "../../../http/body.ts";
import { asRecord } from "../../../http/jsonText.ts";
import { queryOf } from "../../../http/query.ts";
import { ownerIn } from "../../../records/actor.ts";
import type { PlatformContext } from "../../../records/context.ts";
import { planOf } from "../../../records/plan/resourcePlan.ts";
import type { Actor, HookContext } from "../../../resourceHooks.ts";
import { type CatalogueModel, catalogueModels, drawModel, keysOf, toLineRanges } from "./catalogueModels.ts";

const resource = "pbxdevicemodels";
const parts = [resource, "pbxdeviceconfigs", "pbxdeviceprofiles"] as const;

/**
 * An extension of this platform (`ready_models`). `GET /api/pbxdevicemodels/ready?reseller_id=` lists the phones of the
 * catalogue with whether the reseller has them; `POST` with `{reseller_id, models}` takes models by `vendor model` in,
 * each with a configuration and a profile. What the reseller has already stays as it is.
 */
export function registerReadyModels(app: FastifyInstance, context: PlatformContext): void {
  const { descriptor } = planOf(context.plans, resource);

  app.get(`/api/${resource}/ready`, async (request: FastifyRequest) => {
    const actor = await context.callerWith(request, "read", descriptor);
    const reseller_id = await resellerIn(context, actor, queryOf(request).get("reseller_id") ?? "");
    const takenNames = await takenBy(context, reseller_id);
    return {
      models: catalogueModels.map(({ vendor, model, type, ranges }) => ({
        ...{ vendor, model, type, name: `${vendor} ${model}` },
        keys: ranges.flatMap(keysOf).length,
        is_taken: takenNames.has(`${vendor} ${model}`),
      })),
    };
  });

  app.post(`/api/${resource}/ready`, async (request, reply) => {
    const actor = await context.actorOf(request);
    for (const part of parts) context.assertCan(actor, planOf(context.plans, part).descriptor, "create");
    const body = asRecord(requireBody(request));
    const { models } = body;
    const reseller_id = await resellerIn(context, actor, textIn(body, "reseller_id"));
    if (!Array.isArray(models) || models.length === 0) throw validationFailed([fieldError("/models", "required")]);
    const requested = models.map((name) => catalogueModels.find(({ vendor, model }) => `${vendor} ${model}` === name));
    const unknown = requested.indexOf(undefined);
    if (unknown >= 0) throw validationFailed([fieldError(`/models/${unknown}`, "reference")]);
    const takenNames = await takenBy(context, reseller_id);
    const missing = catalogueModels.filter(
      (ready) => requested.includes(ready) && !takenNames.has(`${ready.vendor} ${ready.model}`),
    );
    await context.inTransaction(actor, async (unit) => {
      for (const ready of missing) await importModel(unit, reseller_id, ready);
    });
    return reply.code(201).send({ taken_in: missing.length });
  });
}

/** The caller's reseller, or the one that is named and that the caller sees. */
async function resellerIn(context: PlatformContext, actor: Actor, requested: string): Promise<number> {
  const id = ownerIn(actor, requested, "reseller_id");
  if (actor.resellerId === null) await context.findVisible(context.readAs(actor), "resellers", id);
  return id;
}

async function takenBy({ db }: PlatformContext, resellerId: number): Promise<ReadonlySet<string>> {
  const models = db.selectFrom(resource).select(["vendor", "model"]).where("reseller_id", "=", resellerId);
  return new Set((await models.execute()).map(({ vendor, model }) => `${vendor} ${model}`));
}

/**
 * Makes a model of the catalogue one of a reseller, with its configuration and a profile of the same name, and connects
 * it with what the reseller has that fits.
 */
async function importModel(context: HookContext, reseller_id: number, ready: CatalogueModel): Promise<void> {
  const { vendor, model, type, modules, bootstrap, config } = ready;
  const { id: device_id } = await context.insert("pbxdevicemodels", {
    ...{ reseller_id, vendor, model, type },
    extensions_num: type === "phone" ? modules : null,
    connectable_models: await fittingIds(context, reseller_id, ready),
    front_image: fileOf(drawModel(ready), "image/svg+xml", `${model}.svg`),
    linerange: toLineRanges(ready),
    bootstrap_method: bootstrap,
  });
  if (!config) return;
  const configRow = await context.insert("pbxdeviceconfigs", {
    ...{ reseller_id, device_id, version: config.version, content_type: config.type },
    data: fileOf(config.text, config.type, `${model}.${config.type === "text/xml" ? "xml" : "cfg"}`),
  });
  await context.insert("pbxdeviceprofiles", {
    ...{ reseller_id, config_id: configRow.id, device_id, name: `${vendor} ${model}` },
  });
}

/** Modules of a phone and phones of a module, among those that the reseller has. */
async function fittingIds(
  context: HookContext,
  reseller_id: number,
  { vendor, model, phones }: CatalogueModel,
): Promise<number[]> {
  const modules = catalogueModels.filter((other) => other.vendor === vendor && other.phones?.includes(model));
  const names = phones ?? modules.map((module) => module.model);
  const matches = await Promise.all(
    names.map((name) => context.findBy("pbxdevicemodels", { reseller_id, vendor, model: name })),
  );
  return matches.flat().map(({ id }) => id);
}

function fileOf(text: string, type: string, name: string): string {
  return toFileValue({ type, name, base64: Buffer.from(text, "utf8").toString("base64") });
}
