import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PlatformError } from "../../../core/validation/errors.ts";
import { compareVersions } from "../../../core/values/compareVersions.ts";
import { queryOf } from "../../http/query.ts";
import type { PlatformContext } from "../../records/context.ts";
import { sendStreamed } from "../../records/files/sendUpload.ts";
import { refuseDevice } from "./admitDevice.ts";
import { bareIdentifier, findDevice } from "./deviceChain.ts";
import { type Firmware, firmwaresOf } from "./deviceFacts.ts";
import { buildRequestLog } from "./requestLog.ts";

const base = "/device/autoprov/firmware/:identifier";
const resource = "pbxdevicefirmwares";

interface Params {
  readonly identifier: string;
  readonly version: string;
  readonly tag?: string;
}

type Asking = FastifyRequest<{ Params: Params }>;

/** Chooses a firmware of the device's model, which are in the order of their versions. */
type Choice = (firmwares: readonly Firmware[], request: Asking) => Firmware | undefined;

/**
 * Firmware for phones, which have no login: that of a version, or the next or latest one after a version, within a tag
 * if one is named. `?q=` limits these to versions that begin with it. What is not there is a 404 in plain text.
 */
export function registerFirmwareRoutes(app: FastifyInstance, context: PlatformContext): void {
  const log = buildRequestLog(context.db);
  const serve = (path: string, choose: Choice) => {
    app.get(`${base}${path}`, async (request: Asking, reply) => {
      const { identifier, version } = request.params;
      const chain = await findDevice(context.db, bareIdentifier(identifier.replace(/=0$/, "")));
      const note = (outcome: "served" | "unknown_device" | "nothing_newer", detail?: string) =>
        log(
          request,
          { kind: "firmware", outcome, identifier, device: chain?.device, detail },
          context.settings.clock(),
        );
      if (!chain) {
        await note("unknown_device");
        return refuseDevice(reply, "device_unknown", context.texts);
      }
      const row = choose(await firmwaresOf(context.db, chain.model.id), request);
      await note(row ? "served" : "nothing_newer", row ? row.version : version);
      return row ? sendFirmware(context, row, reply) : refuseDevice(reply, "firmware_missing", context.texts);
    });
  };
  serve("/version/:version", (firmwares, { params: { version } }) => {
    const matches = firmwares.filter((firmware) => firmware.version === version);
    return (matches.length > 0 ? matches : firmwares.filter(({ tag }) => tag === version)).at(-1);
  });
  for (const tag of ["", "/:tag"]) {
    serve(`/from/:version/next${tag}`, (firmwares, request) => {
      const newer = newerIn(firmwares, request);
      // If several have one version, the last that was stored.
      return newer.findLast(({ version }) => version === newer[0]?.version);
    });
    serve(`/from/:version/latest${tag}`, (firmwares, request) => newerIn(firmwares, request).at(-1));
  }
}

function newerIn(firmwares: readonly Firmware[], request: Asking): readonly Firmware[] {
  const { version: current, tag } = request.params;
  const start = queryOf(request).get("q") ?? "";
  return firmwares.filter(
    (firmware) =>
      compareVersions(firmware.version, current) > 0 &&
      firmware.version.startsWith(start) &&
      (tag === undefined || firmware.tag === tag),
  );
}

function sendFirmware({ db, plans }: PlatformContext, row: Firmware, reply: FastifyReply): Promise<FastifyReply> {
  const plan = plans.get(resource);
  const field = plan?.descriptor.fields.find(({ file }) => file?.streamed);
  if (!plan || !field?.file) throw new PlatformError("unknown_path");
  return sendStreamed(db, { plan, field, file: field.file, row }, reply);
}
