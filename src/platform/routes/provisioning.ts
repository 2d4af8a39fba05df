import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TemplateFault } from "../../core/templates/translate.ts";
import type { PlatformContext } from "../context.ts";
import { bareIdentifier } from "../entities/devices.ts";
import { isFromElsewhere } from "../http/origin.ts";
import { planOf } from "../plan/resourcePlan.ts";
import { refusalOf } from "../provisioning/admitDevice.ts";
import { preparedOnce, renderFile, storedTemplate } from "../provisioning/configFile.ts";
import { type DeviceChain, findDevice } from "../provisioning/deviceChain.ts";
import {
  bootstrapValues,
  deviceValues,
  type Members,
  type Needs,
  passwordsIn,
  withoutPasswords,
} from "../provisioning/deviceValues.ts";
import { type DirectoryFormat, directoryFormats, found, loadDirectory } from "../provisioning/directory.ts";
import { type DeviceRequest, noteRequest } from "../provisioning/noteRequest.ts";
import { refuseDevice } from "./refuseDevice.ts";

type Outcome = Pick<DeviceRequest, "outcome" | "detail" | "hasPassword">;

/** What a device asked for, as far as it is known when it is answered. */
interface Question {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly kind: DeviceRequest["kind"];
  /** As sent. */
  readonly identifier: string;
  readonly chain: DeviceChain | undefined;
}

const refusals: Readonly<Record<DeviceRequest["outcome"], "device_unknown" | "device_refused" | "device_template">> = {
  served: "device_template",
  template_failed: "device_template",
  unknown_device: "device_unknown",
  nothing_newer: "device_unknown",
  wrong_network: "device_refused",
  not_encrypted: "device_refused",
  no_certificate: "device_refused",
  wrong_certificate: "device_refused",
};

/**
 * What phones fetch, at the addresses of the older platform: `/device/autoprov/config/{id}` and, without anything of a
 * customer, `/device/autoprov/bootstrap/…`; directories at `/pbx/directory/…`. They need no login: `settings.devices`
 * says what proves a device. Errors are plain texts. Every request is noted in `pbxdevicerequests`.
 */
export function registerProvisioning(app: FastifyInstance, context: PlatformContext): void {
  const { db, settings } = context;

  const answer = async ({ request, reply, kind, identifier, chain }: Question, outcome: Outcome, file?: File) => {
    await noteRequest(db, request, { kind, identifier, device: chain?.device, ...outcome }, settings.clock());
    if (file) {
      const type = `${file.type}; charset=utf-8`;
      return reply.type(type).header("Last-Modified", settings.clock().toUTCString()).send(file.text);
    }
    return refuseDevice(reply, refusals[outcome.outcome], context.texts);
  };

  app.get("/device/autoprov/bootstrap/*", async (request: FastifyRequest<{ Params: { "*": string } }>, reply) => {
    const parts = request.params["*"].split("/");
    const identifier = parts.find((part) => macAddress.test(identifierIn(part))) ?? parts.at(-1) ?? "";
    const name = identifierIn(identifier);
    const chain = macAddress.test(name) ? await findDevice(db, name) : undefined;
    const question = { request, reply, kind: "bootstrap", identifier, chain } as const;
    if (!chain) return answer(question, { outcome: "unknown_device" });
    const first = bootstrapValues(name, addressesOf(context, request, identifier));
    const rendered = await fileOf(context, chain, async () => first);
    if ("fault" in rendered)
      return answer(question, { outcome: "template_failed", detail: describeFault(rendered.fault) });
    return answer(question, { outcome: "served", detail: chain.config.version }, rendered);
  });

  app.get("/device/autoprov/config/:id", async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const { id: identifier } = request.params;
    const directory = /^([0-9a-f]{12})-directory\.xml$/i.exec(identifier)?.[1];
    if (directory) return reply.redirect(`/pbx/directory/polycom/${directory}-directory.xml`, 302);
    const name = identifierIn(identifier);
    const chain = await findDevice(db, name);
    const question = { request, reply, kind: "config", identifier, chain } as const;
    if (!chain) return answer(question, { outcome: "unknown_device" });
    const refusal = refusalOf(request, name, settings.devices);
    const staff = refusal && (await staffOf(context, request, chain));
    if (refusal && !staff) return answer(question, { outcome: refusal });
    let passwords: readonly string[] = [];
    const rendered = await fileOf(context, chain, async (needs) => {
      const values = await deviceValues(db, chain, addressesOf(context, request, identifier), needs);
      passwords = passwordsIn(values);
      return staff?.seesPasswords === false ? withoutPasswords(values) : values;
    });
    if ("fault" in rendered)
      return answer(question, { outcome: "template_failed", detail: describeFault(rendered.fault) });
    const hasPassword = passwords.some((password) => rendered.text.includes(password));
    return answer(question, { outcome: "served", detail: chain.config.version, hasPassword }, rendered);
  });

  for (const format of Object.keys(directoryFormats) as DirectoryFormat[]) {
    const send = async (request: FastifyRequest, reply: FastifyReply, identifier: string, search: string) => {
      const name = identifierIn(identifier.replace(/-directory\.xml$/i, ""));
      const chain = await findDevice(db, name);
      const question = { request, reply, kind: "directory", identifier, chain } as const;
      if (!chain) return answer(question, { outcome: "unknown_device" });
      const refusal = refusalOf(request, name, settings.devices);
      if (refusal) return answer(question, { outcome: refusal });
      const { page = "1" } = request.query as Readonly<Record<string, string | undefined>>;
      const url = `${baseOf(context, request)}${request.url.split("?", 1)[0]}`;
      const entries = found(await loadDirectory(db, chain), search);
      const text = directoryFormats[format](entries, { search, page: Number(page) || 1, url });
      return answer(question, { outcome: "served", detail: format }, { type: "text/xml", text });
    };
    type Query = Readonly<Record<string, string | undefined>>;
    app.get(`/pbx/directory/${format}/:id`, (request: FastifyRequest<{ Params: { id: string } }>, reply) =>
      send(request, reply, request.params.id, (request.query as Query).q ?? ""),
    );
    app.get(`/pbx/directory/${format}`, (request, reply) => {
      const { userid = "", name = "" } = request.query as Query;
      return send(request, reply, userid, name);
    });
  }
}

interface File {
  readonly type: string;
  readonly text: string;
}

const macAddress = /^[0-9a-f]{12}$/;

/** The name that a device is known by, from the file name that it asks for. */
function identifierIn(file: string): string {
  const name = file
    .replace(/\.(?:cfg|ini|xml)$/i, "")
    .replace(/^config\./i, "")
    .replace(/=0$/, "");
  return bareIdentifier(name.replace(/-[a-z]+$/i, ""));
}

const baseOf = ({ settings }: PlatformContext, request: FastifyRequest) =>
  settings.publicUrl ?? `${request.protocol}://${request.host}`;

function addressesOf(context: PlatformContext, request: FastifyRequest, filename: string) {
  const { opt = "" } = request.query as Readonly<Record<string, string | undefined>>;
  return { base: baseOf(context, request), filename, opt: String(opt) };
}

async function fileOf(
  { db }: PlatformContext,
  chain: DeviceChain,
  load: (needs: Needs) => Promise<Members>,
): Promise<File | { readonly fault: TemplateFault }> {
  const { config } = chain;
  const { template, faults } = await preparedOnce(String(config.data), () => storedTemplate(db, chain));
  if (!template) return { fault: faults[0] };
  const rendered = renderFile(template, await load(template.needs));
  return "fault" in rendered ? rendered : { type: config.content_type ?? "text/plain", text: rendered.text };
}

const describeFault = ({ rule, line, params }: TemplateFault) =>
  `${rule} line ${line} ${Object.values(params).join(" ")}`.trim();

/** Staff may look at a configuration from their own computer, which proves no device. */
async function staffOf(
  context: PlatformContext,
  request: FastifyRequest,
  { device }: DeviceChain,
): Promise<{ readonly seesPasswords: boolean } | undefined> {
  if (request.headers.authorization === undefined || isFromElsewhere(request, context.settings.publicUrl))
    return undefined;
  const actor = await context.actorOf(request);
  context.assertPasswordFresh(actor);
  context.assertCan(actor, planOf(context.plans, "pbxdevices").descriptor, "read");
  await context.findVisible(context.readAs(actor), "pbxdevices", device.id);
  return { seesPasswords: actor.admin.show_passwords === true };
}
