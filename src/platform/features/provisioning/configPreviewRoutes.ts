import type { FastifyInstance, FastifyRequest } from "fastify";
import { isObject } from "../../../core/schema/isObject.ts";
import { textIn } from "../../../core/schema/valueAt.ts";
import { fieldError, notFound, validationFailed } from "../../../core/validation/errors.ts";
import { MEGABYTE } from "../../../core/values/bytes.ts";
import { bodyOf } from "../../http/body.ts";
import { idIn } from "../../http/jsonText.ts";
import { publicBaseUrl } from "../../http/origin.ts";
import type { PlatformContext } from "../../records/context.ts";
import { planOf } from "../../records/plan/resourcePlan.ts";
import type { Actor } from "../../resourceHooks.ts";
import { fillText, loadConfigTemplate } from "./configFile.ts";
import { loadDevice } from "./deviceFacts.ts";
import {
  configAt,
  type DeviceValues,
  directoriesAt,
  firmwareAt,
  loadDeviceValues,
  type TemplateMembers,
  withoutPasswords,
} from "./deviceValues.ts";

/** Characters of a template at most, as its field has it in bytes. */
const MAX_TEMPLATE_LENGTH = MEGABYTE;

/**
 * An extension of this platform (`config_preview`): `POST /api/pbxdeviceconfigs/preview` with `{data, device_id?, vendor?, model?}` fills a
 * template that need not be stored (without `data`: the device's own), for a device that the caller sees or for a sample,
 * without passwords. Answers
 * `{text, faults, broken}`: the file, what is wrong with the template, and the line in which the file is no XML or JSON.
 */
export function registerConfigPreview(app: FastifyInstance, context: PlatformContext): void {
  const configs = planOf(context.plans, "pbxdeviceconfigs");
  app.post("/api/pbxdeviceconfigs/preview", async (request: FastifyRequest) => {
    const actor = await context.callerWith(request, "read", configs.descriptor);
    const sent = bodyOf(request);
    const body = isObject(sent) ? sent : {};
    const { data, device_id } = body;
    const hasDevice = device_id !== undefined && device_id !== null;
    if (typeof data !== "string" && !(data === undefined && hasDevice)) {
      throw validationFailed([fieldError("/data", "required")]);
    }
    if (typeof data === "string" && data.length > MAX_TEMPLATE_LENGTH)
      throw validationFailed([fieldError("/data", "maxLength", { limit: MAX_TEMPLATE_LENGTH })]);
    const device = hasDevice ? await deviceOf(context, request, actor, idIn(body, "device_id")) : undefined;
    const text = data ?? (device && (await loadConfigTemplate(context.db, device.chain)));
    const filled = await fillText(text ?? "", async (needs) => {
      const values = device
        ? await loadDeviceValues(context.db, device.chain, device.addresses, needs)
        : sampleDevice({ vendor: textIn(body, "vendor"), model: textIn(body, "model") });
      return withoutPasswords(values);
    });
    if (!("file" in filled)) return { text: null, faults: filled.faults, broken: null };
    const { file } = filled;
    if ("fault" in file) return { text: null, faults: [file.fault], broken: null };
    return { text: file.text, faults: [], broken: file.broken };
  });
}

/** A device that the caller sees. */
async function deviceOf(context: PlatformContext, request: FastifyRequest, actor: Actor, id: number) {
  const { name, descriptor } = planOf(context.plans, "pbxdevices");
  context.assertCan(actor, descriptor, "read");
  const row = await context.findVisible(context.readAs(actor), name, id);
  const chain = await loadDevice(context.db, { id: row.id });
  if (!chain) throw notFound(name, id);
  const base = publicBaseUrl(request, context.settings.publicUrl);
  return { chain, addresses: { base, filename: chain.device.identifier, opt: "" } };
}

const ada: TemplateMembers = {
  ...{ username: "ada", domain: "sip.example.org", password: "Tulip-Harbour-27", displayname: "Ada Baker" },
  ...{ extension: "101", primary_number: "441632960101", cc: "44", ac: "", device_id: null },
  ...{ alias_numbers: ["441632960199"], target_number: null, preferences: {} },
  ...{ concurrent_max: null, concurrent_max_per_account: 0 },
};
const ben: TemplateMembers = {
  ...ada,
  ...{ username: "ben", password: null, displayname: "Ben & Son", extension: "102", primary_number: "441632960102" },
  alias_numbers: [],
};

/** A device that no customer has, to try a template with: `loadDeviceValues` with two keys in use. */
export function sampleDevice({ vendor, model }: { readonly vendor: string; readonly model: string }): DeviceValues {
  const base = "https://panel.example";
  const mac = "0050c2000001";
  const ownKey = { ...ada, keynum: 0, extension_unit: 0, type: "private", label: "Ada Baker" };
  const lamp = { ...ben, keynum: 1, extension_unit: 0, type: "blf", label: "Ben & Son" };
  const account = {
    ...{ number: 1, username: "ada", domain: "sip.example.org", password: "Tulip-Harbour-27" },
    ...{ displayname: "Ada Baker", extension: "101", primary_number: "441632960101", is_shared: false },
  };
  return {
    opt: "",
    config: configAt(base, mac, { filename: `${mac}.cfg`, bootstrap: false }),
    firmware: firmwareAt(base, mac),
    phone: {
      ...{ vendor, model, stationname: "Reception" },
      accounts: [account],
      keys: [
        { ...ownKey, number: 1, range: "Phone Keys", account: 1 },
        { ...lamp, number: 2, range: "Phone Keys", account: 1 },
        { number: 3, range: "Phone Keys", keynum: 2, account: 1 },
      ],
      modules: [],
      lineranges: [{ name: "Phone Keys", num_lines: 3, lines: [ownKey, lamp] }],
    },
    directory: directoriesAt(base, mac),
    preferences: {
      device: {
        ...{ model: {}, profile: {}, device: { ntp_server: "time.example.org" } },
        persistent: { model: {}, profile: {}, device: {} },
        dynamic: { model: {}, profile: {}, device: {} },
      },
    },
    checksum: "5d41402abc4b2a76b9719d911017c592",
  };
}
