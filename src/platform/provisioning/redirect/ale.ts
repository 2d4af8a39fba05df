import type { WireRecord } from "../../../core/descriptor.ts";
import { serverName } from "./bootstrapUri.ts";
import { callJson, idOf, type JsonObject, objectOf, objectsOf, reasonIn, textOf } from "./callJson.ts";
import type { ServiceRequest } from "./callService.ts";
import { toMac } from "./macAddress.ts";
import type { RedirectService, ServiceAccess } from "./redirectService.ts";
import { ServiceRefusal } from "./serviceRefusal.ts";

type Ask = (method: ServiceRequest["method"], path: string, body?: WireRecord) => Promise<JsonObject>;

/** Registers servers, a profile for each, and phones with a profile. A token of the account allows it. */
export function ale(access: ServiceAccess): RedirectService {
  return {
    async register(mac, uri) {
      const ask = await logIn(access);
      const name = serverName(uri);
      const server = await findOrAdd(ask, "server", (known) => known.server_url === uri, {
        server_name: name,
        server_url: uri,
      });
      const profile = await findOrAdd(ask, "profile", (known) => String(known.server_id) === String(server), {
        profile_name: name,
        server_id: server,
      });
      await ask("POST", "/devices", { macs: [{ mac }], profile_id: profile });
    },
    async unregister(mac) {
      const ask = await logIn(access);
      const { device_list } = await ask("GET", "/devices");
      const device = objectsOf(device_list).find((known) => typeof known.mac === "string" && toMac(known.mac) === mac);
      // Somebody has removed it in ALE's console.
      if (!device) return;
      await ask("DELETE", `/devices/${encodeURIComponent(idOf(device.device_id))}`);
    },
  };
}

async function logIn({ url, user, password, signal }: ServiceAccess): Promise<Ask> {
  const askWith =
    (headers: Readonly<Record<string, string>>): Ask =>
    async (method, path, body) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const { value } = await callJson({ method, url: `${url}${path}`, headers, body: text }, signal);
      // A deletion may have nothing to say.
      if (value === undefined && method === "DELETE") return {};
      const answer = objectOf(value);
      if (answer.success !== true) throw new ServiceRefusal(reasonIn(value) ?? "refused");
      return answer.data === undefined || answer.data === null ? {} : objectOf(answer.data);
    };
  const { token } = await askWith({ api_user_name: user, api_password: password })("GET", "/bp_user/generate/token");
  return askWith({ token: textOf(token) });
}

/** The id of the server or profile that fits, or else of a new one. */
async function findOrAdd(
  ask: Ask,
  kind: "server" | "profile",
  isFitting: (known: JsonObject) => boolean,
  added: WireRecord,
): Promise<string | number> {
  const known = await ask("GET", `/${kind}s`);
  const found = objectsOf(known[`${kind}_list`]).find(isFitting) ?? (await ask("POST", `/${kind}s`, added));
  return idOf(found[`${kind}_id`]);
}
