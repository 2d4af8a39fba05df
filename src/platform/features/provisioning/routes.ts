import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isCrossSite, publicBaseUrl } from "../../http/origin.ts";
import { type ItemRequest, queryOf } from "../../http/query.ts";
import type { PlatformContext } from "../../records/context.ts";
import { planOf } from "../../records/plan/resourcePlan.ts";
import { findRefusalReason, refuseDevice } from "./admitDevice.ts";
import { fileOfPhone, loadConfigTemplate } from "./configFile.ts";
import { bareIdentifier, type DeviceChain, findDevice } from "./deviceChain.ts";
import { loadDevice, type TemplateNeeds } from "./deviceFacts.ts";
import {
  bootstrapValues,
  loadDeviceValues,
  passwordsIn,
  type TemplateMembers,
  withoutPasswords,
} from "./deviceValues.ts";
import { directoryFormats, loadDirectory, searchDirectory } from "./directory.ts";
import { buildRequestLog, type DeviceRequest } from "./requestLog.ts";

/** A device's request, as far as it is known when it is answered. */
interface Question {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly kind: DeviceRequest["kind"];
  /** As sent. */
  readonly identifier: string;
  readonly chain: DeviceChain | undefined;
}

type Refusal = Exclude<DeviceRequest["outcome"], "served" | "nothing_newer">;

const refusals: Readonly<Record<Refusal, Parameters<typeof refuseDevice>[1]>> = {
  template_failed: "device_template",
  unknown_device: "device_unknown",
  wrong_network: "device_refused",
  not_encrypted: "device_refused",
  no_certificate: "device_refused",
  wrong_certificate: "device_refused",
};

/** The values of a template, and the passwords that may be in it. */
interface ConfigValues {
  readonly values: TemplateMembers;
  readonly passwords: readonly string[];
}

/**
 * Routes that phones fetch from, with the paths of the older platform: `/device/autoprov/config/{id}` and, without
 * anything of a customer, `/device/autoprov/bootstrap/…`; directories at `/pbx/directory/…`. They need no login:
 * `settings.devices` says what proves a device. Errors are plain texts. Every request is noted in `pbxdevicerequests`.
 */
export function registerProvisioning(app: FastifyInstance, context: PlatformContext): void {
  const { db, settings } = context;
  const { refuse, send, sendConfig } = buildResponses(context);

  app.get("/device/autoprov/bootstrap/*", async (request: FastifyRequest<{ Params: { "*": string } }>, reply) => {
    const parts = request.params["*"].split("/");
    const identifier = parts.find((part) => macAddress.test(identifierIn(part))) ?? parts.at(-1) ?? "";
    const name = identifierIn(identifier);
    const chain = macAddress.test(name) ? await findDevice(db, name) : undefined;
    const question = { request, reply, kind: "bootstrap", identifier, chain } as const;
    if (!chain) return refuse(question, "unknown_device");
    const values = bootstrapValues(name, addressesOf(context, request, identifier));
    return sendConfig({ ...question, chain }, async () => ({ values, passwords: [] }));
  });

  app.get("/device/autoprov/config/:id", async (request: ItemRequest, reply) => {
    const { id: identifier } = request.params;
    const directory = /^([0-9a-f]{12})-directory\.xml$/i.exec(identifier)?.[1];
    if (directory) return reply.redirect(`/pbx/directory/polycom/${directory}-directory.xml`, 302);
    const name = identifierIn(identifier);
    const reason = findRefusalReason(request, name, settings.devices);
    // No passwords are loaded for a refused device.
    const admitted = reason ? undefined : await loadDevice(db, { identifier: name });
    const chain = reason ? await findDevice(db, name) : admitted;
    const question = { request, reply, kind: "config", identifier, chain } as const;
    if (!chain) return refuse(question, "unknown_device");
    const staff = reason && (await staffOf(context, request, chain));
    if (reason && !staff) return refuse(question, reason);
    const storedDevice = admitted ?? (await loadDevice(db, { id: chain.device.id }));
    if (!storedDevice) return refuse(question, "unknown_device");
    return sendConfig({ ...question, chain }, async (needs) => {
      const values = await loadDeviceValues(db, storedDevice, addressesOf(context, request, identifier), needs);
      return {
        values: staff?.seesPasswords === false ? withoutPasswords(values) : values,
        passwords: passwordsIn(values),
      };
    });
  });

  for (const [format, writeDirectory] of Object.entries(directoryFormats)) {
    const sendDirectory = async (request: FastifyRequest, reply: FastifyReply, identifier: string, search: string) => {
      const name = identifierIn(identifier.replace(/-directory\.xml$/i, ""));
      const chain = await findDevice(db, name);
      const question = { request, reply, kind: "directory", identifier, chain } as const;
      if (!chain) return refuse(question, "unknown_device");
      const reason = findRefusalReason(request, name, settings.devices);
      if (reason) return refuse(question, reason);
      const page = Number(queryOf(request).get("page")) || 1;
      const url = `${publicBaseUrl(request, settings.publicUrl)}${request.url.split("?", 1)[0]}`;
      const entries = searchDirectory(await loadDirectory(db, chain), search);
      const text = writeDirectory(entries, { search, page, url });
      return send(question, { type: "text/xml", text }, { detail: format });
    };
    app.get(`/pbx/directory/${format}/:id`, (request: ItemRequest, reply) =>
      sendDirectory(request, reply, request.params.id, queryOf(request).get("q") ?? ""),
    );
    app.get(`/pbx/directory/${format}`, (request, reply) => {
      const query = queryOf(request);
      return sendDirectory(request, reply, query.get("userid") ?? "", query.get("name") ?? "");
    });
  }
}

/** Answers to phones: a file, or a refusal; both are noted. */
function buildResponses({ db, settings, texts }: PlatformContext) {
  const log = buildRequestLog(db);
  const note = (
    { request, kind, identifier, chain }: Question,
    outcome: Pick<DeviceRequest, "outcome" | "detail" | "hasPassword">,
  ) => log(request, { kind, identifier, device: chain?.device, ...outcome }, settings.clock());
  const refuse = async (question: Question, outcome: Refusal, detail?: string, code = refusals[outcome]) => {
    await note(question, { outcome, detail });
    return refuseDevice(question.reply, code, texts);
  };
  const send = async (
    question: Question,
    file: { readonly type: string; readonly text: string },
    noted: Pick<DeviceRequest, "detail" | "hasPassword">,
  ) => {
    await note(question, { outcome: "served", ...noted });
    const { reply } = question;
    return reply
      .type(`${file.type}; charset=utf-8`)
      .header("Last-Modified", settings.clock().toUTCString())
      .send(file.text);
  };
  const sendConfig = async (
    question: Question & { readonly chain: DeviceChain },
    fill: (needs: TemplateNeeds) => Promise<ConfigValues>,
  ) => {
    const { chain } = question;
    const { version, content_type, data } = chain.config;
    let passwords: readonly string[] = [];
    const file = await fileOfPhone(
      String(data),
      () => loadConfigTemplate(db, chain),
      async (needs) => {
        const filling = await fill(needs);
        passwords = filling.passwords;
        return filling.values;
      },
    );
    if ("refusal" in file)
      return refuse(question, "template_failed", file.refusal, file.isTooLong ? "device_busy" : "device_template");
    const { text } = file;
    const hasPassword = passwords.some((password) => text.includes(password));
    return send(question, { type: content_type ?? "text/plain", text }, { detail: version, hasPassword });
  };
  return { refuse, send, sendConfig };
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

function addressesOf({ settings }: PlatformContext, request: FastifyRequest, filename: string) {
  return { base: publicBaseUrl(request, settings.publicUrl), filename, opt: queryOf(request).get("opt") ?? "" };
}

/** Staff may look at a configuration from their own computer, which proves no device. */
async function staffOf(
  context: PlatformContext,
  request: FastifyRequest,
  { device }: DeviceChain,
): Promise<{ readonly seesPasswords: boolean } | undefined> {
  if (request.headers.authorization === undefined || isCrossSite(request, context.settings.publicUrl)) return undefined;
  const actor = await context.actorOf(request);
  context.assertPasswordFresh(actor);
  context.assertCan(actor, planOf(context.plans, "pbxdevices").descriptor, "read");
  await context.findVisible(context.readAs(actor), "pbxdevices", device.id);
  return { seesPasswords: actor.admin.show_passwords === true };
}
