import { createHmac } from "node:crypto";
import { escapeXml } from "../../../core/escapeXml.ts";
import type { RedirectMethod } from "../../settings.ts";
import { ale } from "./ale.ts";
import { serverName, withPlaceFor } from "./bootstrapUri.ts";
import { callJson, idOf, objectOf, reasonIn } from "./callJson.ts";
import { callService } from "./callService.ts";
import { polycom } from "./polycom.ts";
import { elementIn, elementsIn, rootOf } from "./readXml.ts";
import type { RedirectService, ServiceAccess } from "./redirectService.ts";
import { allowRefusal, ServiceRefusal } from "./serviceRefusal.ts";
import { snom } from "./snom.ts";

const services: Readonly<Record<RedirectMethod, (access: ServiceAccess) => RedirectService>> = {
  redirect_panasonic: panasonic,
  redirect_yealink: yealink,
  redirect_polycom: polycom,
  redirect_snom: snom,
  redirect_grandstream: grandstream,
  redirect_ale: ale,
};

export function redirectService(method: RedirectMethod, access: ServiceAccess): RedirectService {
  return services[method](access);
}

/**
 * Adds phones to the account whose CID is the user, and whose default profile in Grandstream's console has the address
 * that they are sent to. The password signs each request, together with a time that the service gives.
 */
export function grandstream(access: ServiceAccess): RedirectService {
  return {
    register: (mac) => send(access, "redirectDefault", mac),
    unregister: (mac) => send(access, "unDeviceProvision", mac),
  };
}

async function send({ url, user, password, signal }: ServiceAccess, action: string, mac: string): Promise<void> {
  const clock = await callJson({ method: "GET", url, headers: {} }, signal);
  const time = String(idOf(objectOf(clock.value).time));
  const body = JSON.stringify({ cid: user, method: action, params: { macs: [mac] } });
  const sig = createHmac("sha1", password)
    .update(body + time)
    .digest("hex");
  const query = new URLSearchParams({ sig, time });
  const { value } = await callJson({ method: "POST", url: `${url}?${query}`, headers: {}, body }, signal);
  const code = idOf(objectOf(value).code);
  if (Number(code) !== 0) throw new ServiceRefusal(reasonIn(value) ?? `error ${code}`);
}

/** Registers addresses of phones, with the MAC address of each in place of `{MAC}`. */
function panasonic(access: ServiceAccess): RedirectService {
  return {
    register: (mac, uri) => callXmlRpc(access, "ipredirect.registerPhone", [mac, withPlaceFor("{MAC}", uri)]),
    unregister: (mac) => callXmlRpc(access, "ipredirect.unregisterPhone", [mac]),
  };
}

/** Registers servers by name, and phones at one of them. */
function yealink(access: ServiceAccess): RedirectService {
  return {
    async register(mac, uri) {
      const server = serverName(uri);
      await allowRefusal(callXmlRpc(access, "redirect.addServer", [server, uri]));
      await callXmlRpc(access, "redirect.registerDevice", [mac, server]);
    },
    unregister: (mac) => callXmlRpc(access, "redirect.deRegisterDevice", [mac]),
  };
}

/**
 * Calls a method with texts. Throws the text of a fault, a `ServiceRefusal` for a result that is false, and an error for
 * whatever else is no answer.
 */
async function callXmlRpc(access: ServiceAccess, method: string, params: readonly string[]): Promise<void> {
  const values = params.map((text) => `<param><value><string>${escapeXml(text)}</string></value></param>`);
  const body = `<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>${method}</methodName><params>${values.join("")}</params></methodCall>`;
  const credentials = Buffer.from(`${access.user}:${access.password}`, "utf8").toString("base64");
  const headers = { authorization: `Basic ${credentials}`, "content-type": "text/xml; charset=utf-8" };
  const answer = await callService({ method: "POST", url: access.url, headers, body }, access.signal);
  if (!answer.isOk) throw new Error(`HTTP ${answer.status}`);
  readAnswer(answer.text);
}

function readAnswer(text: string): void {
  const root = rootOf(text, "methodResponse");
  if (elementIn(root, "fault")) {
    const members = elementsIn(root, "member");
    const named = members.find((member) => elementIn(member, "name")?.text === "faultString");
    throw new Error(elementIn(named ?? root, "value")?.text.trim() || "fault");
  }
  if (!elementIn(root, "params")) throw new Error("the answer has no result");
  // Results are a boolean, alone or before a text that explains it.
  if (!/^(0|false)$/i.test(elementIn(root, "boolean")?.text.trim() ?? "")) return;
  const texts = elementsIn(root, "value").filter((value) => elementsIn(value, "value").length === 0);
  throw new ServiceRefusal(texts[1]?.text.trim() || "refused");
}
