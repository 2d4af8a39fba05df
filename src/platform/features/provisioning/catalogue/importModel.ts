import { toFileValue } from "../../../../core/validation/fileValue.ts";
import type { HookContext } from "../../../resourceHooks.ts";
import { type CatalogueModel, catalogueModels, toLineRanges } from "./catalogueModels.ts";
import { drawModel } from "./drawModel.ts";

/**
 * Makes a model of the catalogue one of a reseller, with its configuration and a profile of the same name, and connects
 * it with what the reseller has that fits.
 */
export async function importModel(context: HookContext, reseller_id: number, ready: CatalogueModel): Promise<void> {
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
